import type { Action } from '@app/api/schemas/action.ts'

/** The newest publication while it is on its way to the chain. */
export function findPendingPublication(publications: readonly Action[]): Action | undefined {
  const [newest] = publications
  return newest?.status === 'queued' || newest?.status === 'sent' ? newest : undefined
}

/** Whether an action will not change any more. */
export const isFinished = ({ status }: Action): boolean =>
  status === 'sealed' || status === 'failed'
