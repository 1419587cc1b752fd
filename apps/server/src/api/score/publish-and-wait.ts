import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { type RequestOutcome, requestAction } from '../../agent/request-action.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import type { ActionState } from '../actions/read-actions.ts'
import { isFailedOrIndexed, waitForAction } from '../actions/wait-for-action.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { SHARED_ADDRESS } from '../http/limits.ts'
import { loadOrComputeScore } from './load-current-score.ts'
import { loadScoreResult } from './load-score-response.ts'

interface PublishResult {
  data: ScoreResult
  /** Whether it was sent, but not sealed and indexed before the timeout. */
  isAccepted: boolean
}

type PublishApi = Pick<Api, 'context' | 'node' | 'notifications' | 'limits'>

/**
 * Requests the publication of the score of an address and waits for its result, up to the response
 * timeout.
 */
export async function publishAndWait(
  api: PublishApi,
  { address, client }: { address: Address; client: string },
): Promise<PublishResult> {
  const deadline = AbortSignal.timeout(api.limits.responseTimeoutMs)
  const stored = await loadOrComputeScore(api.context, address)
  const { score, riskLevel, evidenceHash } = stored
  const reason = `A visitor asked to publish the score of ${address}: ${score} (${riskLevel}).`
  const request = { kind: 'publish', address, evidenceHash, reason, client } as const
  const id = requireActionId(await requestAction(api.context, request))
  const state = await waitForAction(api, { address, id }, deadline)
  return await toPublishResult(api, stored, state)
}

function requireActionId(outcome: RequestOutcome): number {
  switch (outcome.kind) {
    case 'accepted':
      return outcome.actionId
    case 'agent_unavailable':
      throw new ApiFailure('agent_unavailable')
    case 'budget_exhausted': {
      const { scope, limit, secondsLeft } = outcome
      const who = scope === 'client' ? SHARED_ADDRESS : 'all visitors together'
      const message = `Today ${who} can publish ${limit} scores, and that many were. Try again tomorrow (UTC).`
      const headers = { 'retry-after': String(secondsLeft) }
      throw new ApiFailure('budget_exhausted', { message, headers })
    }
  }
}

async function toPublishResult(
  api: PublishApi,
  stored: StoredScore,
  state: ActionState,
): Promise<PublishResult> {
  const { status, txId, problem, isMoot } = state
  if (isMoot && problem !== null) throw new ApiFailure('publication_refused', { message: problem })
  if (status === 'failed') throw createPublishFailure('transaction_failed', problem)
  if (txId === null) throw createPublishFailure('transaction_not_sent', problem)
  const isAccepted = !(await isFailedOrIndexed(api.context, state))
  return { data: { ...(await loadScoreResult(api, stored)), txId }, isAccepted }
}

const STILL_QUEUED =
  'The publication stays queued and will be sent: look at /v1/actions, or ask again in a minute.'

function createPublishFailure(
  code: 'transaction_failed' | 'transaction_not_sent',
  problem: string | null,
) {
  if (problem === null) return new ApiFailure(code)
  const message = code === 'transaction_failed' ? problem : `${problem} ${STILL_QUEUED}`
  return new ApiFailure(code, { message })
}
