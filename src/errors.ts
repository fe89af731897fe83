/** Every way we fail, and what to do about it. docs/errors.md is checked against this table. */
export const errorCodes = {
  bad_input: 'A value has the wrong shape. The message names the field, what was expected and what came.',
  bad_config: 'An option or environment variable is wrong. Correct it as the message says.',
  bad_file: 'A file could not be read as what it claims to be. The message names the file and line; correct it there.',
  unknown_format: 'The content fits no known dialogue format. Name one with --format, or convert to jsonl.',
  unknown_space: 'There is no such space. Check the name; `engram-r spaces` lists them.',
  not_found: 'Nothing has that id or path. Ids are printed by every other command, and come with every list.',
  ambiguous_id: 'An id prefix fits several things. Give more characters.',
  store_busy: 'Another process held the store for too long. The message says whether anything was written; try again.',
  store_unusable: 'The store file is damaged, not a store, or can not be opened. Restore an export or choose another path.',
  store_newer: 'The store was written by a newer version. Upgrade engram-r.',
  embedder_mismatch: 'The stored vectors were made by another embedder. Run `engram-r reindex` or configure the one that made them.',
  bad_vector: 'An embedder returned something that is not a usable vector. Check the embedder.',
  model_unavailable: 'The server of the model could not be reached or kept failing. What was stored stays stored; try again later.',
  model_timeout: 'The model took longer than allowed. Try again, or allow it more time.',
  model_rejected: 'The server refused the request and would again. Check the key, the model id and what the message quotes.',
  model_no_answer: 'The model gave nothing to use: no text, only reasoning, a refusal, or not what was asked for.',
  model_truncated: 'The server read far less than was sent. Give its model a larger context, or send less.',
  prompt_too_long:
    'The prompt does not fit the window of the model. Ask with fewer tokens of evidence, or use a model with a larger window.',
  not_recorded: 'Only recorded answers may be used and this one is not recorded. Run it once without replay.',
  no_model: 'This needs a language model and none is configured.',
  conflict: 'Something of that id is there already and says something else. Send it under another id.',
  unauthorized: 'The server wants a key that it knows, as `Authorization: Bearer <key>`. `engram-r keys create` makes one.',
  forbidden:
    'The key has not the right to do this, or the request came from a page or by a name that is not this machine. The message says which.',
  wrong_method: 'The path exists, but not with this method. The reply says which it takes.',
  wrong_media_type: 'The body is of a kind that is not read here. Send the content type that the message names.',
  too_large: 'The request is larger than the server takes. Send it in parts, or raise the limit.',
  too_many_requests: 'More requests than the server takes from one key. Wait as long as Retry-After says.',
  not_ready: 'The server can not work now: the message says why. Try again later.',
  internal: 'Something failed that should not. The log of the server says what.',
  cancelled: 'It was stopped on request. What had been stored stays stored; run it again to go on.',
} as const

export type ErrorCode = keyof typeof errorCodes

export interface ErrorDetails {
  /** The input field, as a path: 'turns[3].at'. */
  readonly field?: string
  readonly file?: string
  /** From 1. */
  readonly line?: number
  readonly cause?: unknown
}

/** The one error class. `code` is stable, the message is for a person: what was expected, what came, what to do. */
export class EngramError extends Error {
  readonly code: ErrorCode
  readonly field: string | null
  readonly file: string | null
  readonly line: number | null

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'EngramError'
    this.code = code
    this.field = details.field ?? null
    this.file = details.file ?? null
    this.line = details.line ?? null
  }
}
