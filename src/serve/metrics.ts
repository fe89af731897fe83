import { Counter, Histogram, Registry } from 'prom-client'
import type { Usage } from '../domain.ts'

/** What the server has done, without a word of whose it was: neither tenants nor spaces are labels. */
export interface Metrics {
  request(told: { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number }): void
  remembered(turns: number): void
  recalled(tokens: number): void
  /** null: no model was asked. Tokens that are not known are not counted. */
  answered(by: string, usage: Usage | null): void
  readonly contentType: string
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'engram_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'engram_http_request_duration_seconds',
    help: 'From the request to the head of its reply.',
    labelNames: ['method', 'route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const turns = new Counter({ name: 'engram_turns_remembered_total', help: 'Turns that were new.', registers })
  const recalls = new Counter({ name: 'engram_recalls_total', help: 'Questions for evidence.', registers })
  const evidence = new Counter({ name: 'engram_evidence_tokens_total', help: 'o200k tokens of cards given.', registers })
  const answers = new Counter({ name: 'engram_answers_total', help: 'Answers by who gave them.', labelNames: ['by'], registers })
  const tokens = new Counter({
    name: 'engram_model_tokens_total',
    help: 'Tokens that the answering model took, as far as they are known.',
    labelNames: ['direction'],
    registers,
  })

  return {
    request({ method, route, status, seconds: took }) {
      requests.inc({ method, route, status })
      seconds.observe({ method, route }, took)
    },
    remembered: added => turns.inc(added),
    recalled(found) {
      recalls.inc()
      evidence.inc(found)
    },
    answered(by, usage) {
      answers.inc({ by })
      if (usage === null) return
      tokens.inc({ direction: 'input' }, usage.inputTokens ?? 0)
      tokens.inc({ direction: 'output' }, usage.outputTokens ?? 0)
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}
