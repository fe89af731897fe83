/** null of none. No more is read than the first. */
export async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | null> {
  for await (const item of items) return item
  return null
}
