import { PROPOSAL_REASON_MIN } from '@app/values/limits.ts'
import { type People, parseAddressInput } from '../../../lib/address-input/parse-address-input.ts'
import type { NewProposal } from '../queries.ts'

/** Returns the message for the first invalid field of a proposal; null when it is valid. */
export function validateProposal(
  { targetAddress, reason }: NewProposal,
  people: People = {},
): string | null {
  if (parseAddressInput(targetAddress, people) === null) return 'Invalid Flow address format'
  if (reason.trim().length < PROPOSAL_REASON_MIN) {
    return `Reason must be at least ${PROPOSAL_REASON_MIN} characters`
  }
  return null
}
