import {
  computeScore,
  getOnchainScore,
  getScore,
  getScoreEvidence,
  getScoreHistory,
  publishScore,
} from '@app/api/routes/score.ts'
import { EVIDENCE_LIMIT_DEFAULT } from '@app/api/schemas/score/score-history.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import type { FastifyRequest } from 'fastify'
import { loadEvidence } from '../../facts/load-evidence.ts'
import { toReason } from '../../scorer/answers/to-score-result.ts'
import { listScores } from '../../scorer/read-scores.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { loadOrComputeScore, recomputeScore } from '../answers/load-or-compute-score.ts'
import { loadPublishedScore } from '../answers/load-published-score.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import { loadScoreAnswer, toResponseGzip, toResponseJson } from '../answers/load-score-answer.ts'
import { loadScoreResult } from '../answers/load-score-result.ts'
import { publishAndWait } from '../answers/publish-and-wait.ts'
import { toScoreHistoryEntry } from '../answers/to-score-history-entry.ts'
import type { Api } from '../api.ts'
import { acceptsGzip } from '../http/accepts-gzip.ts'
import { applyEntityTag } from '../http/entity-tag.ts'
import { identifyClient } from '../http/identify-client.ts'
import { mountRoute, mountSerializedRoute } from '../http/mount-route.ts'
import { rejectCrossSite } from '../http/origins/reject-cross-site.ts'
import { buildRateLimit } from '../http/plugins.ts'

/** Mounts the routes of a score: current, recomputed, published, history and evidence. */
export function mountScoreRoutes(api: Api): void {
  mountScoreReading(api)
  mountPublishing(api)
  mountHistory(api)
  mountEvidence(api)
}

function mountScoreReading(api: Api): void {
  mountSerializedRoute(api, { route: getScore }, async ({ params, query }, request, reply) => {
    const address = toAddress(params.address)
    // HEAD is handled here too and must not publish.
    const isPublishRequested = query.publish === 'true' && request.method === 'GET'
    if (isPublishRequested) return await handlePublish(api, address, request)
    const answer = await loadScoreAnswer(api, address, identifyClient(request))
    const isGzip = acceptsGzip(request, reply)
    if (applyEntityTag(request, reply, answer.tag)) return ''
    if (!isGzip) return toResponseJson(answer)
    reply.header('content-encoding', 'gzip')
    return toResponseGzip(answer)
  })
  const config = buildRateLimit(api.limits.computesPerMinute)
  mountRoute(api, { route: computeScore, config }, async ({ params }) =>
    toScoreResponse(api, await recomputeScore(api.context, toAddress(params.address))),
  )
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
  rejectCrossSite(request, api.context.config.api.webOrigins)
  const published = await publishAndWait(api, { address, client: identifyClient(request) })
  return { ...published, meta: await loadResponseMeta(api) }
}

const toScoreResponse = async (api: Api, stored: StoredScore) => ({
  data: await loadScoreResult(api, stored),
  meta: await loadResponseMeta(api),
})

function mountHistory(api: Api): void {
  mountRoute(api, { route: getScoreHistory }, async ({ params, query }) => {
    const { limit = HISTORY_LIMIT_DEFAULT, cursor } = query
    const stored = await listScores(api.context, toAddress(params.address), {
      limit: limit + 1,
      beforeSeq: cursor === undefined ? undefined : Number(cursor),
    })
    const page = stored.slice(0, limit)
    const last = page.at(-1)
    const nextCursor = stored.length > limit && last ? { nextCursor: String(last.seq) } : {}
    return {
      data: page.map((score, index) => toScoreHistoryEntry(score, stored[index + 1])),
      meta: { ...(await loadResponseMeta(api)), ...nextCursor },
    }
  })
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
}
