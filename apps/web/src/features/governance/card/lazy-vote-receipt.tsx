import { lazy } from 'react'

/** The receipt of a vote; its code loads when it is first shown, below a `Suspense`. */
export const LazyVoteReceipt = lazy(async () => ({
  default: (await import('./vote-receipt.tsx')).VoteReceipt,
}))
