import { getVoteArchive } from '@app/api/routes/governance.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildVoteArchive } from './build-vote-archive.ts'

/** Mounts the route with the file of all proposals and signed votes. */
export function mountVoteArchiveRoute(api: Api): void {
  mountRoute(api, { route: getVoteArchive }, async () => ({
    data: await buildVoteArchive(api.context),
    meta: await loadResponseMeta(api),
  }))
}
