import { z } from 'zod'
import { toTurns } from '../../lib/turn-input.ts'
import type { Dataset, History } from './dataset.ts'
import { readItems } from './read-items.ts'

/** By the tag that stands in the file; two are shown elsewhere under other names (evaluation code of the authors). */
const themes = [
  'context_seeking',
  'complex_responses',
  'health_data_tasks',
  'communication',
  'emergency_referrals',
  'global_health',
  'hedging',
]
const themeTag = 'theme:'

const rowSchema = z.object({
  prompt_id: z.string().min(1),
  prompt: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  rubrics: z.array(z.object({ criterion: z.string(), points: z.number(), tags: z.array(z.string()).optional() })),
  example_tags: z.array(z.string()),
  ideal_completions_data: z.object({ ideal_completion: z.string().nullish() }).nullish(),
})
type Row = z.infer<typeof rowSchema>

export interface HealthBenchOptions {
  /** Rows of fewer messages are left out; 1 keeps all, as the paper seems to. */
  readonly minMessages: number
}

/** HealthBench: each row a history of all messages but the last, which is the question. Medical content, not medical advice. */
export function healthbench(path: string, { minMessages }: HealthBenchOptions): Dataset {
  return {
    name: 'healthbench',
    task: 'reply',
    path,
    categories: new Map(themes.map(theme => [`${themeTag}${theme}`, theme])),
    apart: [],
    audit: null,
    filters: minMessages > 1 ? [`rows of at least ${minMessages} messages`] : [],
    writeTime: at => at,
    async *histories() {
      for await (const { item } of readItems(path, rowSchema)) {
        if (item.prompt.length >= minMessages) yield history(item)
      }
    },
  }
}

function history({ prompt_id: name, prompt, rubrics, example_tags, ideal_completions_data }: Row): History {
  const tags = example_tags.filter(tag => tag.startsWith(themeTag)).map(tag => tag.slice(themeTag.length))
  const [category = 'no theme'] = tags
  const last = prompt.at(-1)
  const before = prompt.slice(0, -1)
  const told = before.filter(({ content }) => content.trim() !== '')
  const turns = toTurns(told.map(({ role, content }, index) => ({ speaker: role, text: content, id: `message-${index + 1}` })))
  const found: readonly [string, boolean][] = [
    ['a last message that is not the user’s', last?.role !== 'user'],
    ['not exactly one theme', tags.length !== 1],
    ['a theme that is not known', !themes.includes(category)],
    ['messages without words, left out', told.length < before.length],
  ]
  return {
    name,
    space: name,
    turns,
    questions: [
      {
        id: name,
        asked: { space: name, text: last?.content ?? '', at: null },
        gold: {
          category,
          answer: ideal_completions_data?.ideal_completion ?? null,
          quotable: false,
          abstains: false,
          trap: null,
          rubric: rubrics.map(({ criterion, points, tags: rubricTags = [] }) => ({ criterion, points, tags: rubricTags })),
          weighted: true,
          tags: example_tags,
          before: told.map(({ role, content }) => ({ speaker: role, text: content })),
          evidence: [],
          evidenceBy: 'turn',
          audit: null,
        },
      },
    ],
    irregularities: found.filter(([, isSo]) => isSo).map(([what]) => ({ what, where: name })),
  }
}
