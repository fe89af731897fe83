/** 'rule' of 'rule/2': what a new version of a writer replaces. */
export function writerFamily(writer: string): string {
  const end = writer.indexOf('/')
  return end < 0 ? writer : writer.slice(0, end)
}
