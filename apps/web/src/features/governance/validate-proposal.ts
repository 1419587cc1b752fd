import { parseAddress } from '@app/values/address.ts'
import { PROPOSAL_REASON_MIN } from '@app/values/limits.ts'
import type { NewProposal } from './queries.ts'

/** The first thing that keeps a proposal from being sent, in the words shown for it; null when it is fine. */
export function validateProposal({ targetAddress, reason }: NewProposal): string | null {
  if (parseAddress(targetAddress.trim()) === null) return 'Invalid Flow address format'
  if (reason.trim().length < PROPOSAL_REASON_MIN) {
    return `Reason must be at least ${PROPOSAL_REASON_MIN} characters`
  }
  return null
}
