import type { Address } from '@app/values/address.ts'
import { readPublication } from '../../agent/actions/read-publication.ts'
import {
  type RefreshRequest,
  readAgentHeartbeat,
  requestRefresh,
} from '../../agent/request-action.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import {
  type Eligibility,
  type EligibilityQuestion,
  readEligibility,
} from '../../flow-access/read-eligibility.ts'
import { readPublished } from '../../flow-access/read-published.ts'
import { STANDING_SECONDS } from '../../governance/rules/durations.ts'
import type { Context } from '../../runtime/context.ts'
import { waitForAction } from '../actions/wait-for-action.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { loadOrComputeScore } from '../score/load-current-score.ts'
import { requireActionId, toVoteRefusal } from './to-relay-refusal.ts'

/** Who wants to vote on which proposals. */
interface Voter {
  address: Address
  ids: readonly number[]
}

/** A publication of the current score that makes a standing record recent again. */
interface Refresh {
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

type RelayApi = Pick<Api, 'context' | 'notifications' | 'limits'>

/**
 * Throws `ApiFailure` with the contract's sentence when a wallet may not vote. Where only the age of this server's own
 * record is in the way, publishes it and asks again; `signal` ends the wait.
 */
export async function checkVoter(api: RelayApi, voter: Voter, signal: AbortSignal): Promise<void> {
  const refresh = await requireVoter(api.context, voter)
  if (refresh === null) return
  await refreshPublication(api, { ...refresh, address: voter.address }, signal)
  await requireVoter(api.context, voter)
}

/**
 * Throws `ApiFailure` when an account has no published score and none could be published: the contract
 * takes reports and vouches only of accounts on record.
 */
export async function checkReporter(
  api: RelayApi,
  address: Address,
  signal: AbortSignal,
): Promise<void> {
  const { config, flow } = api.context
  const published = await readPublished({ flow, network: config.network }, address)
  if (published === null) throw new ApiFailure('contract_not_deployed')
  if (published.record !== null) return
  const { evidenceHash } = await loadOrComputeScore(api.context, address)
  await refreshPublication(api, { address, evidenceHash, lastPublishedMs: null }, signal)
}

/** Publishes the current score, once for each outdated record, and waits until that is sealed. */
async function refreshPublication(
  api: RelayApi,
  request: RefreshRequest,
  signal: AbortSignal,
): Promise<void> {
  const { address } = request
  const id = requireActionId(await requestRefresh(api.context, request))
  const { status, problem, isMoot } = await waitForAction(api, { address, id }, signal)
  if (status === 'sealed') return
  if (isMoot && problem !== null) throw new ApiFailure('publication_refused', { message: problem })
  const why = problem === null ? '' : ` ${problem}`
  const message = `The published score of ${address} is outdated, and could not be published again yet.${why} Try again in a minute.`
  throw new ApiFailure('transaction_not_sent', { message })
}

/**
 * Returns what has to be published before a wallet votes on all of the proposals; `null` for nothing. Throws `ApiFailure`
 * with the first reason why it may not vote.
 */
export async function requireVoter(context: Context, voter: Voter): Promise<Refresh | null> {
  const decided = await decideVotes(context, voter)
  if (decided === null) throw new ApiFailure('contract_not_deployed')
  let refresh: Refresh | null = null
  for (const decision of decided.values()) {
    if (!decision.mayVote) throw toVoteRefusal(decision)
    refresh ??= decision.refresh
  }
  return refresh
}

type ReadEligibility = (question: EligibilityQuestion) => Promise<Eligibility | null>

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
export async function decideVotes(
  context: Context,
  { address, ids }: Voter,
  readFromChain: ReadEligibility = (question) =>
    readEligibility({ flow: context.flow, network: context.config.network }, question),
): Promise<ReadonlyMap<number, VoteDecision> | null> {
  const { keyAddress: publisher } = await readAgentHeartbeat(context)
  const eligibility = await readFromChain({ voter: address, ids, publisher })
  if (eligibility === null) return null
  const isRefreshNeeded = publisher !== null && eligibility.refreshScores.size > 0
  const score = isRefreshNeeded ? await loadRefreshScore(context, address, publisher) : null
  return new Map(ids.map((id) => [id, decide(id, eligibility, score)]))
}

/** Loads what this server's publisher would publish of a wallet now. */
async function loadRefreshScore(
  context: Context,
  address: Address,
  publisher: Address,
): Promise<PublishableScore> {
  const { score, evidenceHash } = await loadOrComputeScore(context, address)
  const reader = { flow: context.flow, network: context.config.network }
  const found = await readPublication(context, reader, { address, evidenceHash, publisher })
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

/** Sentences of `DharmaVoterEligibility` about published scores: their height, their age, or how long they stand. */
const ABOUT_SCORES = /\bscore (?:of|on record)\b/

/** Returns whether a reason why a wallet may not vote is about its published scores. */
export const isAboutScores = (reason: string): boolean => ABOUT_SCORES.test(reason)
