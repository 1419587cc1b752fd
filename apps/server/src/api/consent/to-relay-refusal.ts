import type { FailureCode } from '@app/api/routes/failures.ts'
import { findRefusal, type RefusalCode } from '@app/contracts/refusals.ts'
import type { MessageOutcome } from '../../agent/submit-message.ts'
import type { SubmittedContent } from '../../db/tables/agent-tables.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import { ApiFailure } from '../api-failure.ts'

/** Refusals of a message whatever it says. */
const ABOUT_MESSAGES: Readonly<Partial<Record<RefusalCode, FailureCode>>> = {
  sequence_refused: 'sequence_refused',
  validity_malformed: 'invalid_request',
  message_expired: 'message_expired',
  validity_too_long: 'validity_too_long',
  signature_refused: 'signature_refused',
}

const BY_KIND = {
  proposal: 'proposal_refused',
  appeal: 'appeal_refused',
  report: 'report_refused',
  'report withdrawal': 'report_refused',
  vouch: 'report_refused',
  'vouch withdrawal': 'report_refused',
} as const satisfies Record<Exclude<SubmittedContent['kind'], 'vote'>, FailureCode>

/**
 * Converts the sentence with which the contracts refused a relayed message to the failure that a check before would have
 * found: what was checked has changed on the chain since.
 */
export function toRelayRefusal(kind: SubmittedContent['kind'], problem: string): ApiFailure {
  const message = formatContractSentence(problem)
  const refusal = findRefusal(problem)
  if (refusal?.code === 'proposal_open') return buildAlreadyOpen(Number(refusal.values[0]), message)
  const about = refusal === null ? undefined : ABOUT_MESSAGES[refusal.code]
  if (about !== undefined) return new ApiFailure(about, { message })
  if (kind !== 'vote') return new ApiFailure(BY_KIND[kind], { message })
  const reason = refusal?.code === 'vote_refused' ? refusal.rest : problem
  return toVoteRefusal({ reason: formatContractSentence(reason) })
}

export const buildAlreadyOpen = (proposalId: number, sentence: string): ApiFailure =>
  new ApiFailure('already_open', {
    message: `${sentence} Vote on it instead.`,
    details: { proposalId },
  })

export const toVoteRefusal = ({
  reason,
  mayVoteFrom = null,
}: {
  reason: string
  mayVoteFrom?: number | null
}): ApiFailure =>
  findRefusal(reason)?.code === 'voting_closed'
    ? new ApiFailure('voting_closed', { message: reason })
    : new ApiFailure('not_eligible', {
        message: reason,
        ...(mayVoteFrom !== null && { details: { mayVoteFrom } }),
      })

/**
 * Returns the id of the action that relays a message or renews a publication. Throws `ApiFailure` for
 * any other outcome.
 */
export function requireActionId(outcome: MessageOutcome): number {
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
