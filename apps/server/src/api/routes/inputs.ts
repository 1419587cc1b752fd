import { listInputs } from '@app/api/routes/inputs.ts'
import { INPUTS_LIMIT_DEFAULT, type ScoreInputs } from '@app/api/schemas/score-inputs.ts'
import { computeAddressAtIndex, toAccountIndex } from '@app/values/account-index.ts'
import type { Network } from '@app/values/network.ts'
import { listWithInputs, type ScoreWithInputs } from '../../scorer/read-inputs.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'

/**
 * Mounts the paginated route of all score inputs, with which all scores can be recomputed
 * elsewhere.
 */
export function mountInputsRoute(api: Api): void {
  const { network } = api.context.config
  mountRoute(api, { route: listInputs }, async ({ query }) => {
    const { limit = INPUTS_LIMIT_DEFAULT, cursor } = query
    const after = cursor === undefined ? '' : parseCursor(cursor, network)
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

/** Parses a cursor: the account index of the last address, which is shorter than the address. */
function parseCursor(cursor: string, network: Network): string {
  try {
    return computeAddressAtIndex(Number(cursor), network)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const message = 'cursor must be the nextCursor of an earlier answer'
    throw new ApiFailure('invalid_request', { message })
  }
}

function toScoreInputs({ score: stored, inputs }: ScoreWithInputs): ScoreInputs {
  const { address, score, riskLevel, version, evidenceHash } = stored
  return { address, score, riskLevel, version, evidenceHash, inputs }
}
