/** 'rule' of 'rule/2': what a new version of a writer replaces. */
export const writerFamily = (writer: string): string => writer.split('/', 1).join()
