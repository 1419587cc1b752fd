import { findRefusal } from '@app/contracts/refusals.ts'
import { STANDING_SECONDS } from '@app/rules/constants.ts'
import type { Address } from '@app/values/address.ts'
import { readPlannedPublication } from '../../agent/calls/read-planned-publication.ts'
import { readHeartbeat } from '../../agent/read-agent-status.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import { type Eligibility, readEligibility } from '../../flow-access/read-eligibility.ts'
import type { Context } from '../../runtime/context.ts'
import { loadOrComputeScore } from '../score/load-or-compute-score.ts'

export interface Voter {
  address: Address
  ids: readonly number[]
}

/** A publication of the current score that makes a standing record recent again; the time is in Unix milliseconds. */
export interface Refresh {
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

export interface VoteDecisions {
  height: number
  byProposal: ReadonlyMap<number, VoteDecision>
}

interface PublishableScore {
  score: number
  evidenceHash: string
  problem: string | null
}

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
  let current: PublishableScore | null = null
  if (publisher !== null && eligibility.refreshScores.size > 0) {
    const { score, evidenceHash } = await loadOrComputeScore(context, address)
    const planned = { address, evidenceHash, publisher }
    const found = await readPlannedPublication(context, reader, planned)
    current =
      'problem' in found
        ? { score, evidenceHash, problem: found.problem }
        : { score: found.score, evidenceHash, problem: null }
  }
  const byProposal = new Map(ids.map((id) => [id, decide(id, eligibility, current)]))
  return { height: eligibility.height, byProposal }
}

function decide(
  id: number,
  eligibility: Eligibility,
  current: PublishableScore | null,
): VoteDecision {
  const reason = eligibility.reasons.get(id)
  if (reason === undefined) return { mayVote: true, refresh: null }
  const { publishedAtMs: lastPublishedMs, standingSince, now } = eligibility
  const isAbout = isAboutScores(reason)
  const needed = isAbout ? eligibility.refreshScores.get(id) : undefined
  const isEnough = needed !== undefined && current !== null && current.score >= needed
  if (isEnough && lastPublishedMs !== null) {
    const { evidenceHash, problem } = current
    if (problem !== null) return { mayVote: false, reason: problem, mayVoteFrom: null }
    return { mayVote: true, refresh: { lastPublishedMs, evidenceHash } }
  }
  // Records that do not stand yet begin to do so now at the earliest.
  const from = (standingSince ?? now) + STANDING_SECONDS
  const mayVoteFrom = isAbout && from > now ? from : null
  return { mayVote: false, reason: formatContractSentence(reason), mayVoteFrom }
}

export const isAboutScores = (reason: string): boolean =>
  findRefusal(reason)?.code === 'score_insufficient'
