/** Whose memory a request is about. */
export interface Whose {
  readonly user: string
  /** Narrows the memory to one conversation of the user; null for all that the user has said. */
  readonly conversation: string | null
}

/**
 * The name of a space: the user's own, so that it can be typed; with a conversation the JSON list of both. A user whose name looks like such a
 * list is one itself, so no two can meet: a name that begins with "[" is always a list, any other a user.
 */
export function spaceName({ user, conversation }: Whose): string {
  if (conversation !== null) return JSON.stringify([user, conversation])
  return user.startsWith('[') ? JSON.stringify([user]) : user
}
