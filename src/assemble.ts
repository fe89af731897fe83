import type { Answering, AnsweringSettings } from './answering.ts'
import { capturesContent, type Preset, type PresetName, type PresetVariant, presets } from './config.ts'
import { withChecks } from './embed/checked-embedder.ts'
import { createStaticEmbedder } from './embed/static-embedder.ts'
import { loadStaticTable } from './embed/static-table.ts'
import { createEngram, type Engram } from './engram.ts'
import { createRuleExtractor } from './extract/rule-extractor.ts'
import type { Extraction, WriterHooks } from './model-writer.ts'
import { createDatedCards } from './render/dated-cards.ts'
import { createPaperCards, createRecordLines } from './render/paper-cards.ts'
import { createTranscriptRenderer } from './render/transcript-renderer.ts'
import { adaptiveBudget, cardBudget, noBudget, tokenBudget } from './retrieve/budgets.ts'
import { createFullContextRetriever } from './retrieve/full-context-retriever.ts'
import { createPaperRetriever } from './retrieve/paper-retriever.ts'
import { createPartitionCache, type PartitionCache } from './retrieve/partition-cache.ts'
import { createRecipeRetriever } from './retrieve/recipe-retriever.ts'
import { spaceWords } from './retrieve/space-words.ts'
import { createRuleRouter } from './route/rule-router.ts'
import type { BackgroundWriter, Budget, CardRenderer, Embedder, Extractor, LanguageModel, Retriever, Store, Verifier } from './seams.ts'
import { withEmbedderSpans } from './trace/embedder-spans.ts'
import { withMemorySpans } from './trace/memory-spans.ts'
import { withModelSpans } from './trace/model-spans.ts'
import { withRetrieverSpans } from './trace/retriever-spans.ts'
import { withWriterSpans } from './trace/writer-spans.ts'

export interface AssembleOptions {
  readonly preset?: PresetName | undefined
  /** Its vectors are one more feature of the default preset, and all of the paper presets, which use the static table that ships where none is given. */
  readonly embedder?: Embedder | undefined
  /** Answers; without one, rules that only quote. */
  readonly model?: LanguageModel | undefined
  /** How the model is asked, and what is done about sentences that no card supports ('repair'). */
  readonly answering?: AnsweringSettings | undefined
  /** Decides what the rules find only partly supported; see createModelVerifier. */
  readonly verifier?: Verifier | undefined
  /** Writes records in the background, in the place of the rules' own. */
  readonly extraction?: Extraction | undefined
  /** Features of the default retriever to leave out, by name: for ablations. */
  readonly without?: readonly string[] | undefined
  /** Parts of the preset exchanged: for ablations. */
  readonly variant?: PresetVariant | undefined
  /** Milliseconds, for timings. */
  readonly now?: (() => number) | undefined
}

export interface Assembly {
  readonly engram: Engram
  readonly partitions: PartitionCache
  readonly preset: Preset
  readonly extractor: Extractor
  readonly retriever: Retriever
  readonly verify: Answering['verify']
  /** null where no model writes records. */
  readonly createWriter: ((hooks: WriterHooks) => Promise<BackgroundWriter>) | null
}

/** The one place that picks implementations. */
export function assemble(store: Store, options: AssembleOptions = {}): Assembly {
  const { preset: name = 'default', model, answering = {}, verifier, embedder, extraction } = options
  const { without = [], variant = {}, now = () => performance.now() } = options
  const preset = { ...presets[name], ...variant }
  const spans = { content: capturesContent() }
  const partitions = createPartitionCache({ store, loadTable: loadStaticTable, engine: `${process.version} ${process.arch}` })
  const traced = embedder === undefined ? undefined : withEmbedderSpans(embedder, spans)
  const retriever = withRetrieverSpans(pickRetriever(preset, { store, partitions, embedder: traced, without, now }), spans)
  const extractor = createRuleExtractor()
  let loading: Promise<Answering> | null = null
  const loadAnswering = (): Promise<Answering> => {
    loading ??= import('./answering.ts').then(({ createAnswering }) =>
      createAnswering({
        model,
        settings: answering,
        verifier,
        prompt: preset.prompt,
        wordsOf: async scope => spaceWords(await partitions.open(scope)),
        spans,
        now,
      }),
    )
    return loading
  }
  const engram = createEngram({
    store,
    router: createRuleRouter(),
    extractor,
    retriever,
    renderer: pickRenderer(preset),
    answerer: { answer: async (scope, evidence, how) => (await loadAnswering()).answerer.answer(scope, evidence, how) },
    now,
    watch: walk => withMemorySpans(walk, spans),
  })
  const createWriter =
    extraction === undefined
      ? null
      : async (hooks: WriterHooks) => {
          const { createModelWriter } = await import('./model-writer.ts')
          return withWriterSpans(createModelWriter({ ...extraction, model: withModelSpans(extraction.model, spans) }, hooks), spans)
        }
  const verify: Answering['verify'] = async (scope, draft) => (await loadAnswering()).verify(scope, draft)
  return { engram, partitions, preset, extractor, retriever, verify, createWriter }
}

export interface BudgetChoice {
  readonly cards?: number | undefined
  readonly tokens?: number | undefined
  /** As many tokens as the question needs, at most `tokens`. */
  readonly adaptive?: boolean | undefined
}

/** At most one of cards and tokens; the preset's own where neither is given. */
export function pickBudget({ budget }: Preset, { cards, tokens, adaptive = false }: BudgetChoice): Budget {
  if (adaptive) return adaptiveBudget(tokens === undefined ? {} : { limit: tokens })
  if (cards !== undefined) return cardBudget(cards)
  if (tokens !== undefined) return tokenBudget(tokens)
  if (budget === null) return noBudget()
  return 'cards' in budget ? cardBudget(budget.cards) : tokenBudget(budget.tokens)
}

interface RetrieverParts {
  readonly store: Store
  readonly partitions: PartitionCache
  readonly embedder: Embedder | undefined
  readonly without: readonly string[]
  readonly now: () => number
}

type Varied = Preset & Pick<PresetVariant, 'perBank' | 'speakerBanks'>

function pickRetriever(
  { retriever, perBank, speakerBanks }: Varied,
  { store, partitions, embedder, without, now }: RetrieverParts,
): Retriever {
  const own = embedder === undefined ? null : withChecks(embedder)
  const recipe = createRecipeRetriever({ partitions, store, embedder: own, without, now })
  switch (retriever) {
    case 'recipe':
      return recipe
    case 'paper':
      return createPaperRetriever({
        partitions,
        store,
        embedder: own ?? createStaticEmbedder(),
        fallback: recipe,
        perBank,
        speakerBanks,
        now,
      })
    case 'full-context':
      return createFullContextRetriever(partitions)
  }
}

function pickRenderer({ renderer }: Preset): CardRenderer {
  switch (renderer) {
    case 'dated-cards':
      return createDatedCards()
    case 'paper-cards':
      return createPaperCards()
    case 'record-lines':
      return createRecordLines()
    case 'transcript':
      return createTranscriptRenderer()
  }
}
