import type { Address } from '@app/values/address.ts'
import { type RefreshRequest, requestRefresh } from '../../agent/request-action.ts'
import { readPublished } from '../../flow-access/read-published.ts'
import type { Context } from '../../runtime/context.ts'
import { waitForAction } from '../actions/wait-for-action.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { loadOrComputeScore } from '../score/load-or-compute-score.ts'
import { checkVoteEligibility, type Refresh, type Voter } from './check-vote-eligibility.ts'
import { requireActionId, toVoteRefusal } from './to-relay-refusal.ts'

/**
 * Returns what has to be published before a wallet votes on all of the proposals; `null` for nothing. Throws `ApiFailure`
 * with the first reason why it may not vote.
 */
export async function requireVoter(context: Context, voter: Voter): Promise<Refresh | null> {
  const decided = await checkVoteEligibility(context, voter)
  if (decided === null) throw new ApiFailure('contract_not_deployed')
  let refresh: Refresh | null = null
  for (const decision of decided.byProposal.values()) {
    if (!decision.mayVote) throw toVoteRefusal(decision)
    refresh ??= decision.refresh
  }
  return refresh
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
 * Throws `ApiFailure` when a wallet would flag itself or vouch for itself, with the `field` that says so: the contract
 * refuses it, after the agent paid.
 */
export function requireOther(
  { kind, target }: { kind: string; target: Address },
  author: Address,
  field = 'targetAddress',
): void {
  if (target !== author) return
  const message = `A wallet cannot ${kind.startsWith('report') ? 'flag' : 'vouch for'} itself`
  throw new ApiFailure('invalid_request', { message, details: [{ field, message }] })
}
