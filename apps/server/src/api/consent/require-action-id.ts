import type { RelayOutcome } from '../../agent/request-relay.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/**
 * Returns the id of the action that relays a message or renews a publication. Throws `ApiFailure` for
 * any other outcome.
 */
export function requireActionId(outcome: RelayOutcome): number {
  switch (outcome.kind) {
    case 'accepted':
      return outcome.actionId
    case 'sequence_taken':
      throw new ApiFailure('sequence_refused')
    case 'agent_unavailable':
      throw new ApiFailure('agent_unavailable')
    case 'budget_exhausted': {
      const { scope, limit, secondsLeft } = outcome
      const who = scope === 'client' ? 'of this wallet' : 'of all wallets together'
      const message = `Today ${limit} messages or publications ${who} can be sent, and that many were. Try again tomorrow (UTC).`
      throw new ApiFailure('budget_exhausted', {
        message,
        headers: { 'retry-after': String(secondsLeft) },
      })
    }
  }
}
