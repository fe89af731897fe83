// #region observability
import { ConsoleSpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { openEngram } from 'engram-r'

// Any SDK with any exporter; this one prints.
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())] }).register()

const memory = await openEngram({ store: 'memory.db' })
const ana = memory.space({ tenant: 'acme', space: 'ana' })
await ana.remember({ speaker: 'Ana', text: 'I moved to Seattle.', at: '2024-03-01' })
console.log((await ana.ask('Where did Ana move?')).text)
// #endregion
await memory.close()
