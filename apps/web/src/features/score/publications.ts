import type { Action } from '@app/api/action.ts'

/** The publications among actions on an account, with what `action` says of its own now. */
export function mergePublication(kept: readonly Action[], action: Action): Action[] {
  if (action.kind !== 'publish') return [...kept]
  const others = kept.filter(({ id }) => id !== action.id)
  return [action, ...others].toSorted((a, b) => Number(b.id) - Number(a.id))
}

/** The newest publication while it is on its way to the chain. */
export function findPendingPublication(publications: readonly Action[]): Action | undefined {
  const [newest] = publications
  return newest?.status === 'queued' || newest?.status === 'sent' ? newest : undefined
}

/** Whether an action will not change any more. */
export const isFinished = ({ status }: Action): boolean =>
  status === 'sealed' || status === 'failed'
