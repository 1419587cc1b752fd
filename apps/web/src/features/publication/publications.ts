import type { Action } from '@app/api/schemas/action.ts'

/** Returns the newest publication while it is pending. */
export function findPendingPublication(publications: readonly Action[]): Action | undefined {
  const [newest] = publications
  return newest?.status === 'queued' || newest?.status === 'sent' ? newest : undefined
}

/** Returns whether an action has reached a final status. */
export const isFinished = ({ status }: Action): boolean =>
  status === 'sealed' || status === 'failed'
