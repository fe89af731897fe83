import type { Jobs } from '../seams.ts'

/** Whether there is anything to tell of the space. */
export const hasJobs = ({ waiting, leasedUntil, attempts, dead }: Jobs): boolean =>
  waiting > 0 || leasedUntil !== null || attempts > 0 || dead.length > 0
