// #region langchain-agent
import { openEngram } from 'engram-r'
import { createMemoryRetriever, memoryAgentMiddleware } from 'engram-r/langchain'
import { createAgent, HumanMessage } from 'langchain'
import { chatModel } from './chat-model.ts' // any of LangChain's: new ChatOpenAI(…), new ChatOllama(…)

const memory = await openEngram({ store: 'memory.db' })
const space = memory.space({ tenant: 'my-app', space: 'ana' })
const agent = createAgent({ model: chatModel, middleware: [memoryAgentMiddleware({ space })] })

await agent.invoke({ messages: [new HumanMessage('I finally moved to Seattle!')] })
// Another day: nothing of that conversation is passed on.
const { messages } = await agent.invoke({ messages: [new HumanMessage('Remind me: where did I move?')] })
console.log(messages.at(-1)?.text, messages.at(-1)?.response_metadata['engram-r'])

const [document] = await createMemoryRetriever({ space, cards: 5 }).invoke('Where did the user move?')
console.log(document?.pageContent, document?.metadata.sources)
await memory.close()
// #endregion
