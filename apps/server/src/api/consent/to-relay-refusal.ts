import type { FailureCode } from '@app/api/routes/failures.ts'
import type { MessageOutcome } from '../../agent/submit-message.ts'
import type { SubmittedContent } from '../../db/tables/agent-tables.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import { ApiFailure } from '../api-failure.ts'

const OPEN_ALREADY = /^Proposal (\d+) to \w+ 0x[0-9a-f]{16} is open already/
const CANNOT_VOTE = /^0x[0-9a-f]{16} cannot vote: /

/** Sentences of `DharmaConsent` about the message itself. */
const ABOUT_MESSAGES: readonly (readonly [RegExp, FailureCode])[] = [
  [/^Sequence \d+ of /, 'sequence_refused'],
  [/^The end of validity /, 'invalid_request'],
  [/^The message of 0x\w+ was valid until /, 'message_expired'],
  [/^The message of 0x\w+ is valid until /, 'validity_too_long'],
  [
    /^(?:Key \d|\d+ signatures are more|The signature of key|The signing keys|The account 0x\w+ has no key)/,
    'signature_refused',
  ],
]

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
  const open = OPEN_ALREADY.exec(message)
  if (open !== null) return buildAlreadyOpen(Number(open[1]), message)
  const about = ABOUT_MESSAGES.find(([sentence]) => sentence.test(message))
  if (about !== undefined) return new ApiFailure(about[1], { message })
  if (kind !== 'vote') return new ApiFailure(BY_KIND[kind], { message })
  return toVoteRefusal({ reason: formatContractSentence(message.replace(CANNOT_VOTE, '')) })
}

/** Builds the failure that names the open proposal. */
export const buildAlreadyOpen = (proposalId: number, sentence: string): ApiFailure =>
  new ApiFailure('already_open', {
    message: `${sentence} Vote on it instead.`,
    details: { proposalId },
  })

/** Sentences of `DharmaGovernance` about the proposal, not about the voter. */
const CLOSED = /^(?:voting on )?proposal \d+ /i

/** Builds the failure for a reason why a wallet may not vote. */
export const toVoteRefusal = ({
  reason,
  mayVoteFrom = null,
}: {
  reason: string
  mayVoteFrom?: number | null
}): ApiFailure =>
  CLOSED.test(reason)
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
