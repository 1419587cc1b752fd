import {
  computeScore,
  getScore,
  getScoreEvidence,
  getScoreHistory,
  publishScore,
} from '@app/api/routes/score.ts'
import { EVIDENCE_LIMIT_DEFAULT } from '@app/api/score-history.ts'
import { toAddress } from '@app/values/address.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { loadEvidence } from '../../facts/load-evidence.ts'
import { listScores } from '../../scorer/read-scores.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { answerMeta } from '../answers/answer-meta.ts'
import { currentScore, freshScore } from '../answers/current-score.ts'
import { presentPastScore, presentReason, presentScore } from '../answers/present-score.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../http/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { budgetOf } from '../http/plugins.ts'

/** The score of an address: now, computed again, over time, and proven. */
export function mountScoreRoutes(api: Api): void {
  mountReads(api)
  mountHistory(api)
  mountEvidence(api)
}

function mountReads(api: Api): void {
  mountRoute(api, { route: getScore }, async ({ params, query }) => {
    if (query.publish === 'true') {
      throw new ApiFailure('not_available_yet', { message: publishScore.notYet })
    }
    return await answerOf(api, await currentScore(api.context, toAddress(params.address)))
  })
  const config = budgetOf(api.limits.computesPerMinute)
  mountRoute(api, { route: computeScore, config }, async ({ params }) =>
    answerOf(api, await freshScore(api.context, toAddress(params.address))),
  )
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
