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
import type { Context } from '../../runtime/context.ts'
import { readLatestScore } from '../../scorer/read-scores.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { recomputeScore } from '../score/load-or-compute-score.ts'

/** Mounts the routes of the watch list of the logged-in wallet. */
export function mountWatchRoutes(api: Api): void {
  const { context, limits } = api
  mountRoute(api, { route: listWatched }, async ({ session }) => {
    const list = await readWatchList(context, session.address)
    const data = await Promise.all(list.map((watched) => loadWatched(context, watched)))
    return { data, meta: await loadResponseMeta(api) }
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
  const writing = buildRateLimit(limits.writesPerMinute)
  mountRoute(api, { route: unwatchAddress, config: writing }, async ({ params, session }) => {
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

const loadWatched = async (context: Context, watched: WatchedAddress): Promise<Watched> =>
  toWatched(watched, await readLatestScore(context, watched.address))

function toWatched({ address, sinceMs }: WatchedAddress, score: StoredScore | null): Watched {
  return {
    address,
    since: new Date(sinceMs).toISOString(),
    ...(score !== null && { score: score.score, riskLevel: score.riskLevel }),
  }
}
