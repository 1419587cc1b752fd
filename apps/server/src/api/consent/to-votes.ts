import type { VoteChoice } from '@app/api/schemas/governance/proposal.ts'
import type { RelayedVote } from '../../db/tables/action-payload.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/**
 * Returns votes without further fields of the request, which their signer has not signed. Throws
 * `ApiFailure` when a proposal comes twice.
 */
export function toVotes(choices: readonly VoteChoice[]): RelayedVote[] {
  const ids = new Set(choices.map(({ proposalId }) => proposalId))
  if (ids.size < choices.length) {
    throw new ApiFailure('invalid_request', { message: 'votes must name each proposal once.' })
  }
  return choices.map(({ proposalId, support }) => ({ proposalId, support }))
}
