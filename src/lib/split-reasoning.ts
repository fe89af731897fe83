const names = 'think|thinking|analysis|reasoning'
const opensWith = new RegExp(`^<(${names})>`, 'i')
const firstClose = new RegExp(`</(${names})>`, 'i')
/** Within a text only these: <analysis> may be a tag that was asked for. An unclosed one counts at the start of a line. */
const within = /<(think|thinking)>([\s\S]*?)<\/\1>|(?<=(?:^|\n)[ \t]*)<(?:think|thinking)>([\s\S]*)$/gi
const unclosed = /<(think|thinking)>(?![\s\S]*<\/\1>)/i
const channels = /<\|channel\|>(\w+)[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>([\s\S]*?)(?=<\|(?:end|return|call|start|channel)\|>|$)/g
/** gpt-oss behind a server that drops the special tokens and keeps the words between them. */
const bareChannels = /^\s*analysis(?=\S)([\s\S]*?)assistantfinal([\s\S]*)$/
const endTokens = /(?:\s*<\|(?:endoftext|im_end|eot_id|end|return|end_of_text)\|>)+\s*$/

export interface SplitReply {
  /** Both trimmed; empty where there is none. */
  readonly text: string
  readonly reasoning: string
}

/**
 * Parts what a model wrote to itself from what it says, where the server left both in one text: think tags, or the raw channels of gpt-oss. A tag
 * that is never closed makes all of it reasoning; one that was opened in the prompt, and so is only closed, all before it.
 */
export function splitReasoning(content: string): SplitReply {
  if (content.includes('<|channel|>')) {
    const harmony = [...content.matchAll(channels)]
    const of = (final: boolean) =>
      harmony
        .filter(([, channel]) => (channel === 'final') === final)
        .map(([, , text = '']) => text.trim())
        .join('\n')
    return { text: of(true), reasoning: of(false) }
  }
  const bare = bareChannels.exec(content)
  if (bare) return { text: withoutEnd(bare[2] ?? ''), reasoning: (bare[1] ?? '').trim() }
  return splitTags(withoutEnd(content))
}

function splitTags(content: string): SplitReply {
  const thoughts: string[] = []
  let rest = content
  for (let open = opensWith.exec(rest); open; open = opensWith.exec(rest)) {
    const close = `</${open[1]?.toLowerCase()}>`
    const end = rest.toLowerCase().indexOf(close)
    if (end < 0) return { text: '', reasoning: joined([...thoughts, rest.slice(open[0].length)]) }
    thoughts.push(rest.slice(open[0].length, end))
    rest = rest.slice(end + close.length).trimStart()
  }
  const close = firstClose.exec(rest)
  if (close && opensInPrompt(rest)) {
    thoughts.push(rest.slice(0, close.index))
    rest = rest.slice(close.index + close[0].length)
  }
  const text = rest.replace(within, (_, _name, closed?: string, unclosed?: string) => {
    thoughts.push(closed ?? unclosed ?? '')
    return ''
  })
  return { text: text.trim(), reasoning: joined(thoughts) }
}

/** Whether the prompt opened a tag that the reply only closes. A model that does so once does so always. */
export function opensInPrompt(content: string): boolean {
  const close = firstClose.exec(content)
  return close !== null && !content.slice(0, close.index).toLowerCase().includes(`<${close[1]?.toLowerCase()}>`)
}

/**
 * The part of a text that is still being written that can be shown: nothing of it will turn out to be reasoning. Nobody can foresee a closing tag
 * that was opened in the prompt; where `opened` says that one is to come, nothing is shown before it.
 */
export function shownSoFar(content: string, { opened }: { readonly opened: boolean }): string {
  if (opened && !firstClose.test(content)) return ''
  if (/^\s*analysis(?=\S)/.test(content) || 'analysis'.startsWith(content.trimStart())) return splitReasoningOfBare(content)
  const thinking = unclosed.exec(content)
  if (thinking) return splitReasoning(content.slice(0, thinking.index)).text
  const tag = content.lastIndexOf('<')
  const open = tag >= 0 && content.length - tag < 24 && !content.slice(tag).includes('>')
  return splitReasoning(open ? content.slice(0, tag) : content).text
}

const splitReasoningOfBare = (content: string): string => (bareChannels.test(content) ? splitReasoning(content).text : '')
const withoutEnd = (text: string): string => text.replace(endTokens, '').trim()
const joined = (parts: readonly string[]): string =>
  parts
    .map(part => part.trim())
    .filter(part => part !== '')
    .join('\n')
