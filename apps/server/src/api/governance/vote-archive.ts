import { getVoteArchive } from '@app/api/routes/governance.ts'
import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildVoteArchive } from './build-vote-archive.ts'

/** Mounts the route with the file of all proposals and signed votes. */
export function mountVoteArchiveRoute(api: Api): void {
  mountRoute(api, { route: getVoteArchive }, async () => {
    const { network } = api.context.config
    if (CONTRACT_ADDRESSES[network].DharmaGovernance === undefined) {
      const message = `The contracts are not deployed on ${network} yet: there are no votes.`
      throw new ApiFailure('not_ready', { message })
    }
    return { data: await buildVoteArchive(api.context), meta: await loadResponseMeta(api) }
  })
}
