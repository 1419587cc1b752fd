import { listWatched, unwatchAddress, watchAddress } from '@app/api/routes/alerts.ts'
import type { Watched } from '@app/api/schemas/subscriptions.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import {
  MAX_WATCHED,
  readWatchList,
  removeWatch,
  type WatchedAddress,
  writeWatch,
} from '../../alerts/subscriptions/write-watch.ts'
import { readLatestScore } from '../../scorer/read-scores.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountData, mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { recomputeScore } from '../score/load-or-compute-score.ts'

export function mountWatchRoutes(api: Api): void {
  const { context, limits } = api
  mountData(api, listWatched, async ({ session }) => {
    const list = await readWatchList(context, session.address)
    const loading = list.map(async (watched) =>
      toWatched(watched, await readLatestScore(context, watched.address)),
    )
    return await Promise.all(loading)
  })
  const computing = buildRateLimit(limits.computesPerMinute)
  mountRoute(api, { route: watchAddress, config: computing }, async ({ params, session }) => {
    const owner = session.address
    const address = toAddress(params.address)
    await requireFreePlace(api, owner, address)
    const score = await recomputeScore(context, address, 'watch')
    const meta = await loadResponseMeta(api)
    const nowMs = meta.latestBlock?.timeMs ?? 0
    const sinceMs = await writeWatch(context, { owner, address, sinceMs: nowMs })
    if (sinceMs === null) throw new ApiFailure('watch_list_full')
    return { data: toWatched({ address, sinceMs }, score), meta }
  })
  mountRoute(api, { route: unwatchAddress }, async ({ params, session }) => {
    const owner = session.address
    const address = toAddress(params.address)
    await removeWatch(context, { owner, address })
    return { data: { address } }
  })
}

/** Throws `watch_list_full`, before an address is scored for nothing. */
async function requireFreePlace({ context }: Api, owner: Address, address: Address): Promise<void> {
  const list = await readWatchList(context, owner)
  const isWatched = list.some((watched) => watched.address === address)
  if (!isWatched && list.length >= MAX_WATCHED) throw new ApiFailure('watch_list_full')
}

function toWatched({ address, sinceMs }: WatchedAddress, score: StoredScore | null): Watched {
  return {
    address,
    since: new Date(sinceMs).toISOString(),
    ...(score !== null && { score: score.score, riskLevel: score.riskLevel }),
  }
}
