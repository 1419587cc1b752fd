import {
  computeScore,
  getOnchainScore,
  getScore,
  getScoreEvidence,
  getScoreHistory,
  publishScore,
} from '@app/api/routes/score.ts'
import { EVIDENCE_LIMIT_DEFAULT } from '@app/api/score-history.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import type { FastifyRequest } from 'fastify'
import { loadEvidence } from '../../facts/load-evidence.ts'
import { listScores } from '../../scorer/read-scores.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { answerMeta } from '../answers/answer-meta.ts'
import { currentScore, freshScore } from '../answers/current-score.ts'
import { presentPastScore, presentReason, presentScore } from '../answers/present-score.ts'
import { publish } from '../answers/publish.ts'
import { publishedScore } from '../answers/published-score.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'
import { budgetOf } from '../http/plugins.ts'
import { refuseUnasked } from '../http/refuse-unasked.ts'
import { visitorOf } from '../http/visitor-of.ts'

/** The score of an address: now, computed again, over time, and proven. */
export function mountScoreRoutes(api: Api): void {
  mountReads(api)
  mountPublishing(api)
  mountHistory(api)
  mountEvidence(api)
}

function mountReads(api: Api): void {
  mountRoute(api, { route: getScore }, async ({ params, query }, request) => {
    const address = toAddress(params.address)
    // HEAD comes here too, and asks for nothing.
    const isAsked = query.publish === 'true' && request.method === 'GET'
    if (isAsked) return await publishFor(api, address, request)
    return await answerOf(api, await currentScore(api.context, address))
  })
  const config = budgetOf(api.limits.computesPerMinute)
  mountRoute(api, { route: computeScore, config }, async ({ params }) =>
    answerOf(api, await freshScore(api.context, toAddress(params.address))),
  )
}

function mountPublishing(api: Api): void {
  const config = budgetOf(api.limits.computesPerMinute)
  mountRoute(api, { route: publishScore, config }, async ({ params }, request) =>
    publishFor(api, toAddress(params.address), request),
  )
  mountRoute(api, { route: getOnchainScore }, async ({ params }) => {
    const meta = await answerMeta(api)
    return { data: await publishedScore(api.context, toAddress(params.address)), meta }
  })
}

async function publishFor(api: Api, address: Address, request: FastifyRequest) {
  refuseUnasked(request, api.context.config.api.webOrigins)
  const published = await publish(api, { address, visitor: visitorOf(request) })
  return { ...published, meta: await answerMeta(api) }
}

const answerOf = async (api: Api, stored: StoredScore) => ({
  data: presentScore(stored),
  meta: await answerMeta(api),
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
      data: page.map((score, index) => presentPastScore(score, stored[index + 1])),
      meta: { ...(await answerMeta(api)), ...nextCursor },
    }
  })
}

function mountEvidence(api: Api): void {
  mountRoute(api, { route: getScoreEvidence }, async ({ params, query }) => {
    const { code, limit = EVIDENCE_LIMIT_DEFAULT } = query
    const address = toAddress(params.address)
    const { evidenceHash, reasons } = await currentScore(api.context, address)
    const wanted = reasons.filter((reason) => code === undefined || reason.code === code)
    const proven = wanted.map(async (reason) => {
      const { pointer } = reason
      return presentReason(reason, await loadEvidence(api.context, address, { pointer, limit }))
    })
    return {
      data: { address, evidenceHash, reasons: await Promise.all(proven) },
      meta: await answerMeta(api),
    }
  })
}
