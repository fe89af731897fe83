/** What the paper prints; the judge in percent. */
export interface PaperRow {
  readonly inputTokens: number
  readonly reasoningTokens: number
  readonly judge: number
}

export interface PaperSetting {
  /** As the paper calls it. */
  readonly setting: string
  readonly rows: Readonly<Record<string, PaperRow>>
  readonly overall: PaperRow
}

export interface PaperTable {
  readonly title: string
  readonly dataset: 'locomo' | 'longmemeval' | 'healthbench'
  /** Questions by category, in the order of the table; null where the paper does not say. */
  readonly questions: Readonly<Record<string, number | null>>
  /** The judge's last line is a mean over questions, or one of the categories' means. */
  readonly overall: 'questions' | 'categories'
  readonly settings: readonly PaperSetting[]
}

const row = (inputTokens: number, reasoningTokens: number, judge: number): PaperRow => ({ inputTokens, reasoningTokens, judge })

const locomoQuestions = { 'single-hop': 841, 'multi-hop': 282, temporal: 321, 'open-domain': 96 }
const longMemEvalQuestions = { 'multi-session': 133, 'temporal-reasoning': 133 }

/** Tables 1, 2, 4, 5 and 6, as printed. Tables 1 and 5 print the judge of ENGRAM-R on open-domain differently. */
const paperTables: readonly PaperTable[] = [
  {
    title: 'Table 1: LoCoMo',
    dataset: 'locomo',
    questions: locomoQuestions,
    overall: 'questions',
    settings: [
      {
        setting: 'Full-Context',
        rows: {
          'single-hop': row(15_614_211, 698_845, 84.7),
          'multi-hop': row(5_187_624, 300_631, 72.0),
          temporal: row(5_786_564, 271_193, 67.3),
          'open-domain': row(1_783_304, 65_319, 64.6),
        },
        overall: row(28_371_703, 1_335_988, 77.5),
      },
      {
        setting: 'ENGRAM-R',
        rows: {
          'single-hop': row(1_802_531, 199_718, 79.1),
          'multi-hop': row(602_634, 81_035, 74.5),
          temporal: row(686_947, 74_337, 69.2),
          'open-domain': row(201_366, 23_334, 57.2),
        },
        overall: row(3_293_478, 378_424, 75.6),
      },
    ],
  },
  {
    title: 'Table 2: LongMemEval_S',
    dataset: 'longmemeval',
    questions: longMemEvalQuestions,
    overall: 'questions',
    settings: [
      {
        setting: 'Full-Context',
        rows: { 'multi-session': row(13_741_996, 94_915, 36.8), 'temporal-reasoning': row(13_741_916, 154_180, 39.1) },
        overall: row(27_483_912, 245_125, 38.0),
      },
      {
        setting: 'ENGRAM-R',
        rows: { 'multi-session': row(631_083, 20_920, 66.9), 'temporal-reasoning': row(602_173, 33_831, 52.6) },
        overall: row(1_233_256, 54_301, 59.8),
      },
    ],
  },
  {
    title: 'Table 4: LoCoMo, ENGRAM Base',
    dataset: 'locomo',
    questions: locomoQuestions,
    overall: 'questions',
    settings: [
      {
        setting: 'ENGRAM Base',
        rows: {
          'single-hop': row(1_743_554, 380_007, 78.3),
          'multi-hop': row(597_306, 170_232, 66.6),
          temporal: row(571_784, 130_740, 61.5),
          'open-domain': row(199_853, 42_998, 71.5),
        },
        overall: row(3_112_497, 723_997, 73.5),
      },
    ],
  },
  {
    title: 'Table 5: LoCoMo, ENGRAM-R',
    dataset: 'locomo',
    questions: locomoQuestions,
    overall: 'questions',
    settings: [
      {
        setting: 'ENGRAM-R',
        rows: {
          'single-hop': row(1_802_531, 199_718, 79.1),
          'multi-hop': row(602_634, 81_035, 74.5),
          temporal: row(686_947, 74_337, 69.2),
          'open-domain': row(201_366, 23_334, 54.2),
        },
        overall: row(3_293_478, 378_424, 74.6),
      },
    ],
  },
  {
    title: 'Table 6: HealthBench',
    dataset: 'healthbench',
    questions: { context_seeking: null, complex_responses: null, health_data_tasks: null },
    overall: 'categories',
    settings: [
      {
        setting: 'Full-Context',
        rows: {
          context_seeking: row(111_429, 413_653, 37.4),
          complex_responses: row(120_964, 310_730, 32.9),
          health_data_tasks: row(95_817, 327_982, 37.2),
        },
        overall: row(328_210, 1_052_365, 35.8),
      },
      {
        setting: 'ENGRAM-R',
        rows: {
          context_seeking: row(121_085, 271_356, 35.4),
          complex_responses: row(133_423, 246_423, 32.4),
          health_data_tasks: row(100_392, 282_136, 39.5),
        },
        overall: row(354_900, 799_915, 35.7),
      },
    ],
  },
]

/** Which of our systems stands for which setting of the paper. */
export const systemOf: Readonly<Record<string, string>> = {
  'Full-Context': 'full-context',
  'ENGRAM-R': 'paper',
  'ENGRAM Base': 'paper-base',
}
/** The tables that a data set fills, in their order. */
export function tablesOf(dataset: string): readonly PaperTable[] {
  return paperTables.filter(table => table.dataset === dataset)
}

/** The last line from a setting's own rows: sums of tokens, the judge's mean as the table takes it. Some printed ones differ. */
export function recomputed({ rows }: PaperSetting, { questions, overall }: Pick<PaperTable, 'questions' | 'overall'>): PaperRow {
  const entries = Object.entries(rows)
  const weight = (category: string): number => (overall === 'categories' ? 1 : (questions[category] ?? 0))
  const all = entries.reduce((sum, [category]) => sum + weight(category), 0)
  return {
    inputTokens: entries.reduce((sum, [, { inputTokens }]) => sum + inputTokens, 0),
    reasoningTokens: entries.reduce((sum, [, { reasoningTokens }]) => sum + reasoningTokens, 0),
    judge: entries.reduce((sum, [category, { judge }]) => sum + judge * weight(category), 0) / all,
  }
}
