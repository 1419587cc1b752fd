import {
  computeScore,
  exportEvidence,
  getOnchainScore,
  getScore,
  getScoreEvidence,
  getScoreHistory,
  getScores,
  listInputs,
  publishScore,
} from '@app/api/routes/score.ts'
import {
  EVIDENCE_LIMIT_DEFAULT,
  INPUTS_LIMIT_DEFAULT,
  type ScoreHistoryEntry,
  type ScoreInputs,
  type ScoreResult,
} from '@app/api/schemas/score.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RequestOutcome, requestAction } from '../../agent/request-action.ts'
import { loadEvidence } from '../../facts/load-evidence.ts'
import { listScores, listWithInputs, type ScoreWithInputs } from '../../scorer/read-scores.ts'
import { isChangedByRules, type StoredScore } from '../../scorer/stored-score.ts'
import { formatComputedAt, toBreakdown, toReason } from '../../scorer/to-score-result.ts'
import type { ActionState } from '../actions/read-actions.ts'
import { isFailedOrIndexed, waitForAction } from '../actions/wait-for-action.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { identifyClient, SHARED_ADDRESS } from '../http/limits.ts'
import { parseIndexCursor, toPage } from '../http/list-cursor.ts'
import { mountRoute, mountSerializedRoute } from '../http/mount-route.ts'
import { negotiateEncoding, sendTagged } from '../http/negotiate-response.ts'
import { requireDeliberateRequest } from '../http/origins.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { toApiFailure, toFailureBody } from '../http/register-error-handler.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { loadEvidenceFile } from './load-evidence-file.ts'
import { loadOrComputeScore, recomputeScore } from './load-or-compute-score.ts'
import { loadPublishedScore } from './load-published-score.ts'
import { loadScoreResponse, loadScoreResult, loadScoreTexts } from './load-score-response.ts'

/** Mounts the routes of scores: of one wallet and of many, recomputed, published, their history and evidence. */
export function mountScoreRoutes(api: Api): void {
  mountScoreReading(api)
  mountScoreBatch(api)
  mountPublishing(api)
  mountHistory(api)
  mountEvidence(api)
}

function mountScoreReading(api: Api): void {
  const early = (request: FastifyRequest, reply: FastifyReply) =>
    sendFromMemory(api, request, reply)
  const mounted = { route: getScore, early }
  mountSerializedRoute(api, mounted, async ({ params, query }, request, reply) => {
    const address = toAddress(params.address)
    // HEAD is handled here too and must not publish.
    const isPublishRequested = query.publish === 'true' && request.method === 'GET'
    if (isPublishRequested) return await handlePublish(api, address, request)
    const encoding = negotiateEncoding(request)
    const wanted = { address, encoding }
    const response = await loadScoreResponse(api, wanted, identifyClient(request))
    return sendTagged(response, encoding, { request, reply })
  })
  const config = buildRateLimit(api.limits.computesPerMinute)
  mountRoute(api, { route: computeScore, config }, async ({ params }) =>
    loadRecomputed(api, await recomputeScore(api.context, toAddress(params.address))),
  )
}

/**
 * Returns the body of a response that is in memory; `null` where there is none. Only the plain request can have one: what
 * is in memory has the address as the API writes it.
 */
function sendFromMemory(api: Api, request: FastifyRequest, reply: FastifyReply) {
  if (request.method !== 'GET' || request.url.includes('?')) return null
  const { address } = request.params as { address: string }
  const encoding = negotiateEncoding(request)
  const response = api.scoreResponses.peek(address, encoding)
  return response && sendTagged(response, encoding, { request, reply })
}

function mountScoreBatch(api: Api): void {
  const config = buildRateLimit(api.limits.writesPerMinute)
  mountSerializedRoute(api, { route: getScores, config }, async ({ body }, request) => {
    const addresses = body.addresses.map(toAddress)
    const results = await loadScoreTexts(api, addresses, identifyClient(request))
    const entries = results.map((result, index) => toEntry(addresses[index], result))
    const meta = JSON.stringify(await loadResponseMeta(api))
    return `{"data":[${entries.join(',')}],"meta":${meta}}`
  })
}

/** Returns an entry of the response as JSON text. Throws failures of the server itself. */
function toEntry(address: Address | undefined, result: PromiseSettledResult<string>): string {
  if (result.status === 'fulfilled') return `{"address":"${address}","result":${result.value}}`
  const failure = toApiFailure(result.reason)
  if (failure.statusCode >= 500) throw result.reason
  return JSON.stringify({ address, failure: toFailureBody(failure) })
}

function mountPublishing(api: Api): void {
  const config = buildRateLimit(api.limits.computesPerMinute)
  mountRoute(api, { route: publishScore, config }, async ({ params }, request) =>
    handlePublish(api, toAddress(params.address), request),
  )
  mountRoute(api, { route: getOnchainScore }, async ({ params }) => {
    const meta = await loadResponseMeta(api)
    return { data: await loadPublishedScore(api.context, toAddress(params.address)), meta }
  })
}

async function handlePublish(api: Api, address: Address, request: FastifyRequest) {
  requireDeliberateRequest(request, api.context.config.api.webOrigins)
  const published = await publishAndWait(api, { address, client: identifyClient(request) })
  return { ...published, meta: await loadResponseMeta(api) }
}

const loadRecomputed = async (api: Api, stored: StoredScore) => ({
  data: await loadScoreResult(api, stored),
  meta: await loadResponseMeta(api),
})

interface PublishResult {
  data: ScoreResult
  /** Whether it was sent, but not sealed and indexed before the timeout. */
  isAccepted: boolean
}

/**
 * Requests the publication of the score of an address and waits for its result, up to the response
 * timeout.
 */
async function publishAndWait(
  api: Api,
  { address, client }: { address: Address; client: string },
): Promise<PublishResult> {
  const deadline = AbortSignal.timeout(api.limits.responseTimeoutMs)
  const stored = await loadOrComputeScore(api.context, address)
  const { score, riskLevel, evidenceHash } = stored
  const reason = `A visitor asked to publish the score of ${address}: ${score} (${riskLevel}).`
  const request = { kind: 'publish', address, evidenceHash, reason, client } as const
  const id = requirePublicationId(await requestAction(api.context, request))
  const state = await waitForAction(api, { address, id }, deadline)
  return await toPublishResult(api, stored, state)
}

function requirePublicationId(outcome: RequestOutcome): number {
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
  api: Api,
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

function mountHistory(api: Api): void {
  mountRoute(api, { route: getScoreHistory }, async ({ params, query }) => {
    const { limit = HISTORY_LIMIT_DEFAULT, cursor } = query
    const stored = await listScores(api.context, toAddress(params.address), {
      limit: limit + 1,
      beforeSeq: cursor === undefined ? undefined : Number(cursor),
    })
    const { page, nextCursor } = toPage(stored, limit, ({ seq }) => seq)
    return {
      data: page.map((score, index) => toScoreHistoryEntry(score, stored[index + 1])),
      meta: { ...(await loadResponseMeta(api)), ...nextCursor },
    }
  })
}

/** Converts a stored score to an entry of the history; `older` is the score before it. */
function toScoreHistoryEntry(
  stored: StoredScore,
  older: StoredScore | undefined,
): ScoreHistoryEntry {
  const { score, riskLevel, confidence, dataPoints, version, evidenceHash } = stored
  return {
    score,
    riskLevel,
    ...findPreviousLevel(stored, older),
    confidence,
    dataPoints,
    breakdown: toBreakdown(stored),
    version,
    evidenceHash,
    computedAt: formatComputedAt(stored),
  }
}

function findPreviousLevel(stored: StoredScore, older: StoredScore | undefined) {
  if (older === undefined || older.riskLevel === stored.riskLevel) return {}
  const { riskLevel: previousLevel } = older
  return {
    previousLevel,
    ...(isChangedByRules(older, stored) && { previousLevelCause: 'rules' as const }),
  }
}

function mountEvidence(api: Api): void {
  mountRoute(api, { route: getScoreEvidence }, async ({ params, query }) => {
    const { code, limit = EVIDENCE_LIMIT_DEFAULT } = query
    const address = toAddress(params.address)
    const { evidenceHash, reasons } = await loadOrComputeScore(api.context, address)
    const wanted = reasons.filter((reason) => code === undefined || reason.code === code)
    const withEvidence = wanted.map(async (reason) => {
      const { pointer } = reason
      return toReason(reason, await loadEvidence(api.context, address, { pointer, limit }))
    })
    return {
      data: { address, evidenceHash, reasons: await Promise.all(withEvidence) },
      meta: await loadResponseMeta(api),
    }
  })
  mountRoute(api, { route: exportEvidence }, async ({ params }) => ({
    data: await loadEvidenceFile(api.context, toAddress(params.address)),
    meta: await loadResponseMeta(api),
  }))
}

/**
 * Mounts the paginated route of all score inputs, with which all scores can be recomputed
 * elsewhere.
 */
export function mountInputsRoute(api: Api): void {
  const { network } = api.context.config
  mountRoute(api, { route: listInputs }, async ({ query }) => {
    const { limit = INPUTS_LIMIT_DEFAULT, cursor } = query
    const after = cursor === undefined ? '' : parseIndexCursor(cursor, network)
    const scores = await listWithInputs(api.context, { limit: limit + 1, after })
    const { page, nextCursor } = toPage(scores, limit, ({ score }) =>
      toAccountIndex(score.address, network),
    )
    return { data: page.map(toScoreInputs), meta: nextCursor }
  })
}

function toScoreInputs({ score: stored, inputs }: ScoreWithInputs): ScoreInputs {
  const { address, score, riskLevel, version, evidenceHash } = stored
  return { address, score, riskLevel, version, evidenceHash, inputs }
}
