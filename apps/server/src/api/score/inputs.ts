import { listInputs } from '@app/api/routes/score.ts'
import { INPUTS_LIMIT_DEFAULT, type ScoreInputs } from '@app/api/schemas/score.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { listWithInputs, type ScoreWithInputs } from '../../scorer/read-inputs.ts'
import type { Api } from '../api.ts'
import { parseIndexCursor } from '../http/list-cursor.ts'
import { mountRoute } from '../http/mount-route.ts'

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
    const page = scores.slice(0, limit)
    const last = page.at(-1)
    const hasMore = scores.length > limit && last !== undefined
    const nextCursor = hasMore ? toAccountIndex(last.score.address, network) : null
    return {
      data: page.map(toScoreInputs),
      meta: { ...(nextCursor !== null && { nextCursor: String(nextCursor) }) },
    }
  })
}

function toScoreInputs({ score: stored, inputs }: ScoreWithInputs): ScoreInputs {
  const { address, score, riskLevel, version, evidenceHash } = stored
  return { address, score, riskLevel, version, evidenceHash, inputs }
}
