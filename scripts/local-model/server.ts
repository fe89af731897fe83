import { parseArgs } from 'node:util'
import { defaultCacheFolder } from './cache-folder.ts'
import { type JsonSupport, jsonSupport } from './chat-request.ts'
import { createChatServer } from './chat-server.ts'
import { createGenerator } from './generator.ts'
import { pickLocalModel } from './models.ts'
import { setUpEngine } from './set-up-engine.ts'
import { setUpModel } from './set-up-model.ts'

// A small language model behind OpenAI's chat completions, on this machine only. Sets up what is missing; the address is the last line printed.
//   npx node scripts/local-model/server.ts [--model smol|qwen05|qwen15] [--port 8090] [--context TOKENS] [--json schema|object|none] [--cache FOLDER]

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'smol' },
    port: { type: 'string', default: '8090' },
    context: { type: 'string' },
    json: { type: 'string', default: 'schema' },
    cache: { type: 'string', default: defaultCacheFolder() },
  },
})
const json: JsonSupport | undefined = jsonSupport.find(one => one === values.json)
if (json === undefined) throw new Error(`--json: expected one of ${jsonSupport.join(', ')}, got "${values.json}".`)
const model = pickLocalModel(values.model)
const setUp = { signal: new AbortController().signal, report: (line: string) => console.error(line) }
const engine = await setUpEngine(values.cache, setUp)
const weights = await setUpModel(model, values.cache, setUp)
const contextTokens = values.context === undefined ? model.contextTokens : Number(values.context)
const generator = await createGenerator({ engine, weights, contextTokens })
const server = createChatServer({ generator, model: values.model, json })
server.listen(Number(values.port), '127.0.0.1', () => {
  const address = server.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : null}/v1`
  console.log(baseUrl)
  // Started by another script, it tells that one and ends with it.
  process.send?.(baseUrl)
  process.once('disconnect', () => process.exit())
})
