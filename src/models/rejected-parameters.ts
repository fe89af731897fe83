type Body = Readonly<Record<string, unknown>>

interface Rule {
  readonly parameter: string
  /** What is sent instead, one after another for as long as servers object; the parameter is always left out. */
  readonly instead: readonly ((value: unknown) => Body)[]
}

const rules: readonly Rule[] = [
  { parameter: 'max_tokens', instead: [value => ({ max_completion_tokens: value })] },
  { parameter: 'temperature', instead: [() => ({})] },
  // Where there is no such effort, the least that most have; where there is no effort at all, none.
  { parameter: 'reasoning_effort', instead: [() => ({ reasoning_effort: 'low' }), () => ({})] },
  { parameter: 'stream_options', instead: [() => ({})] },
]
const objects = /support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|extra (?:inputs|fields)|deprecated/i

export interface RejectedParameters {
  rewrite(body: Body): Record<string, unknown>
  /** True where the server's objection is to a parameter that can be sent otherwise: the next body has it so, and all after it. */
  learn(objection: string): boolean
}

/** Reasoning models refuse parameters that others need. What a server refused once is not sent to it again. */
export function createRejectedParameters(): RejectedParameters {
  const objected = new Map<string, number>()
  let sent: Body = {}
  return {
    rewrite(body) {
      sent = body
      return rules.reduce((body, { parameter, instead }) => {
        const { [parameter]: value, ...others } = body
        const times = objected.get(parameter) ?? 0
        return times === 0 || value === undefined ? body : { ...others, ...instead[times - 1]?.(value) }
      }, body)
    },
    learn(objection) {
      if (!objects.test(objection)) return false
      const rule = rules.find(
        ({ parameter, instead }) =>
          sent[parameter] !== undefined &&
          new RegExp(`\\b${parameter}\\b`).test(objection) &&
          (objected.get(parameter) ?? 0) < instead.length,
      )
      if (rule === undefined) return false
      objected.set(rule.parameter, (objected.get(rule.parameter) ?? 0) + 1)
      return true
    },
  }
}
