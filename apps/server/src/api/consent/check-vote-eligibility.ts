import { findRefusal } from '@app/contracts/refusals.ts'
import { STANDING_SECONDS } from '@app/rules/constants.ts'
import type { Address } from '@app/values/address.ts'
import { readPlannedPublication } from '../../agent/calls/read-planned-publication.ts'
import { readHeartbeat } from '../../agent/read-agent-status.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import { type Eligibility, readEligibility } from '../../flow-access/read-eligibility.ts'
import type { Context } from '../../runtime/context.ts'
import { loadOrComputeScore } from '../score/load-or-compute-score.ts'

/** Who wants to vote on which proposals. */
export interface Voter {
  address: Address
  ids: readonly number[]
}

/** A publication of the current score that makes a standing record recent again. */
export interface Refresh {
  /** Unix milliseconds of the record by this server. */
  lastPublishedMs: number
  evidenceHash: string
}

/** Whether a wallet may vote on a proposal, by the contracts. */
export type VoteDecision =
  /** `refresh`: what the agent has to publish before. */
  | { mayVote: true; refresh: Refresh | null }
  | {
      mayVote: false
      /** The contract's sentence. */
      reason: string
      /** The earliest block time at which it may, in Unix seconds; `null` where time alone does not help. */
      mayVoteFrom: number | null
    }

/** Whether a wallet may vote on some proposals, as of a block. */
export interface VoteDecisions {
  height: number
  byProposal: ReadonlyMap<number, VoteDecision>
}

/** What this server would publish of a wallet now, or why it publishes nothing. */
interface PublishableScore {
  score: number
  /** Of the current score. */
  evidenceHash: string
  problem: string | null
}

const YES: VoteDecision = { mayVote: true, refresh: null }

/**
 * Decides for each proposal whether a wallet may vote: needed votes, messages to sign and relays all ask here. A record
 * is published again only where that alone is missing; a wallet that was never published, or has not stood for long
 * enough, would not vote after it either. Returns `null` when the contracts are not deployed.
 */
export async function checkVoteEligibility(
  context: Context,
  { address, ids }: Voter,
): Promise<VoteDecisions | null> {
  const { keyAddress: publisher } = await readHeartbeat(context.db)
  const reader = { flow: context.flow, network: context.config.network }
  const eligibility = await readEligibility(reader, { voter: address, ids, publisher })
  if (eligibility === null) return null
  const isRefreshNeeded = publisher !== null && eligibility.refreshScores.size > 0
  const score = isRefreshNeeded ? await loadRefreshScore(context, address, publisher) : null
  const byProposal = new Map(ids.map((id) => [id, decide(id, eligibility, score)]))
  return { height: eligibility.height, byProposal }
}

/** Loads what this server's publisher would publish of a wallet now. */
async function loadRefreshScore(
  context: Context,
  address: Address,
  publisher: Address,
): Promise<PublishableScore> {
  const { score, evidenceHash } = await loadOrComputeScore(context, address)
  const reader = { flow: context.flow, network: context.config.network }
  const found = await readPlannedPublication(context, reader, { address, evidenceHash, publisher })
  return 'problem' in found
    ? { score, evidenceHash, problem: found.problem }
    : { score: found.score, evidenceHash, problem: null }
}

function decide(
  id: number,
  eligibility: Eligibility,
  current: PublishableScore | null,
): VoteDecision {
  const reason = eligibility.reasons.get(id)
  if (reason === undefined) return YES
  const { publishedAtMs: lastPublishedMs } = eligibility
  const isAbout = isAboutScores(reason)
  const needed = isAbout ? eligibility.refreshScores.get(id) : undefined
  const isEnough = needed !== undefined && current !== null && current.score >= needed
  if (isEnough && lastPublishedMs !== null) {
    const { evidenceHash, problem } = current
    if (problem !== null) return { mayVote: false, reason: problem, mayVoteFrom: null }
    return { mayVote: true, refresh: { lastPublishedMs, evidenceHash } }
  }
  return {
    mayVote: false,
    reason: formatContractSentence(reason),
    mayVoteFrom: isAbout ? getVotingTime(eligibility) : null,
  }
}

/** Records that do not stand yet begin to do so now at the earliest. */
function getVotingTime({ standingSince, now }: Eligibility): number | null {
  const from = (standingSince ?? now) + STANDING_SECONDS
  return from > now ? from : null
}

/** Returns whether a reason why a wallet may not vote is about its published scores. */
export const isAboutScores = (reason: string): boolean =>
  findRefusal(reason)?.code === 'score_insufficient'
