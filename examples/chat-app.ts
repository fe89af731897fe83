// #region chat-app
import { createInterface } from 'node:readline'
import { openai } from '@ai-sdk/openai'
import { type ModelMessage, streamText, wrapLanguageModel } from 'ai'
import { openEngram } from 'engram-r'
import { memoryMiddleware } from 'engram-r/ai-sdk'

const memory = await openEngram({ store: 'memory.db' })
const space = memory.space({ tenant: 'my-app', space: 'ana' })
const session = new Date().toISOString() // names this conversation
const middleware = memoryMiddleware({ space, session })
const model = wrapLanguageModel({ model: openai.chat(process.env.CHAT_MODEL ?? 'gpt-5-mini'), middleware })

const messages: ModelMessage[] = []
for await (const content of createInterface({ input: process.stdin })) {
  messages.push({ role: 'user', content })
  const { textStream, text, providerMetadata } = streamText({ model, messages })
  for await (const part of textStream) process.stdout.write(part)
  messages.push({ role: 'assistant', content: await text })
  console.log('\n', (await providerMetadata)?.['engram-r']?.citations)
}
await memory.close()
// #endregion
