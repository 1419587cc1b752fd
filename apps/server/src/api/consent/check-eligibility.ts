import { getIneligibilityReason } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import { requestRefresh } from '../../agent/request-refresh.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import { readPublished } from '../../flow-access/read-published.ts'
import type { Context } from '../../runtime/context.ts'
import { loadOrComputeScore } from '../answers/load-or-compute-score.ts'
import { waitForAction } from '../answers/wait-for-action.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import {
  findMissingPublication,
  isAboutScores,
  type MissingPublication,
} from './find-missing-publication.ts'
import { requireActionId } from './require-action-id.ts'
import { runContractScript } from './run-contract-script.ts'

type RelayApi = Pick<Api, 'context' | 'notifications' | 'limits'>

export interface Voter {
  address: Address
  /** On which it votes. */
  ids: readonly number[]
}

/** Sentences of `DharmaGovernance` about the proposal, not about the voter. */
const CLOSED = /^(?:voting on )?proposal \d+ /

/**
 * Throws `ApiFailure` with the contract's sentence when a wallet may not vote. Where that is about its scores and this
 * server's own record of it is missing or too old, publishes it and asks again; `signal` ends the wait.
 */
export async function checkVoter(api: RelayApi, voter: Voter, signal: AbortSignal): Promise<void> {
  const reason = await readIneligibility(api.context, voter)
  if (reason === null) return
  const missing = isAboutScores(reason)
    ? await findMissingPublication(api.context, voter.address)
    : null
  if (missing === null) throw toFailure(reason)
  await refreshPublication(api, { ...missing, address: voter.address }, signal)
  const remaining = await readIneligibility(api.context, voter)
  if (remaining !== null) throw toFailure(remaining)
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
  await refreshPublication(api, { address, lastPublishedMs: null }, signal)
}

/** Returns the first reason why the wallet may not vote on one of the proposals. */
async function readIneligibility(
  context: Context,
  { ids, address: voter }: Voter,
): Promise<string | null> {
  const answers = await Promise.all(
    ids.map((id) =>
      runContractScript(context, 'DharmaGovernance', getIneligibilityReason({ id, voter })),
    ),
  )
  return answers.find((answer) => typeof answer === 'string') ?? null
}

function toFailure(reason: string): ApiFailure {
  const code = CLOSED.test(reason) ? 'voting_closed' : 'not_eligible'
  return new ApiFailure(code, { message: formatContractSentence(reason) })
}

/** Publishes the current score, once for each outdated record, and waits until that is sealed. */
async function refreshPublication(
  api: RelayApi,
  { address, lastPublishedMs }: MissingPublication & { address: Address },
  signal: AbortSignal,
): Promise<void> {
  const { evidenceHash } = await loadOrComputeScore(api.context, address)
  const request = { address, evidenceHash, lastPublishedMs }
  const id = requireActionId(await requestRefresh(api.context, request))
  const { status, problem } = await waitForAction(api, { address, id }, signal)
  if (status === 'sealed') return
  const why = problem === null ? '' : ` ${problem}`
  const message = `The published score of ${address} is outdated, and could not be published again yet.${why} Try again in a minute.`
  throw new ApiFailure('transaction_not_sent', { message })
}
