import type { Proposal } from '@app/api/schemas/proposal.ts'

/** Returns, as sentences, who opened a proposal where that matters, and what keeps it from its effect or made it. */
export function listNotes(proposal: Proposal): string[] {
  const { isAppeal, freezeNumber, obstacle, voidReason, status, votingOutcome } = proposal
  const isApproved = votingOutcome === 'approved'
  const isCarriedOut = isApproved && isAppeal && freezeNumber === undefined
  const isLate = isApproved && !isCarriedOut && status === 'expired' && voidReason === undefined
  return [
    ...(isAppeal ? ['The target opened it, as an appeal.'] : []),
    ...(isCarriedOut ? ['Its approval lifted the flag when the voting ended.'] : []),
    ...(obstacle === undefined ? [] : [obstacle]),
    ...(voidReason === undefined ? [] : [`It can no longer take effect: ${voidReason}`]),
    ...(isLate ? ['The voters approved it, but it was not executed and no longer can be.'] : []),
  ]
}
