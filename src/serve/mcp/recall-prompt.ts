import { completable, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { citedPrompt } from '../../prompt/templates.ts'
import type { ToolHooks } from './define-tool.ts'
import { guard } from './guard.ts'
import { completeSpace } from './resources.ts'
import { assertThere, type Session, spaceOf } from './session.ts'

/** A question with its cards and the rules of citing, as a model of ours would be asked it. */
export function registerRecallPrompt(server: McpServer, session: () => Promise<Session>, hooks: ToolHooks): void {
  const space = completable(z.string().describe('Which conversation, user or agent. Left out: the default space.'), async begun =>
    completeSpace(await session(), begun),
  ).optional()
  server.registerPrompt(
    'recall',
    {
      title: 'Answer from memory',
      description: 'A question with the Fact Cards that memory holds for it, to be answered from them alone and cited.',
      argsSchema: z.object({ question: z.string().min(1).describe('What to answer from memory.'), space }),
    },
    ({ question, space: name }, context) =>
      guard(hooks, { name: 'recall', uri: null, context }, async () => {
        const opened = await session()
        const { maxTokens, countTokens } = opened
        const asked = spaceOf(opened, name === '' ? undefined : name)
        const { signal } = context.mcpReq
        const found = await asked.recall(question, { signal })
        if (found.considered === 0) await assertThere(opened, asked)
        const room = maxTokens - besides
        const evidence =
          countTokens(JSON.stringify(found.text)) <= room ? found : await asked.recall(question, { tokens: Math.floor(room / 2), signal })
        // The protocol knows no system role.
        const text = citedPrompt
          .build(evidence)
          .map(({ content }) => content)
          .join('\n\n')
        return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
      }),
  )
}

/** Tokens of the rules and the question. */
const besides = 1000
