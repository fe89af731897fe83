import { FakeListChatModel } from '@langchain/core/utils/testing'

/** Stands in for a model of LangChain. */
export const chatModel: FakeListChatModel = new FakeListChatModel({ responses: ['How lovely!', 'You live in Seattle [E1].'] })
