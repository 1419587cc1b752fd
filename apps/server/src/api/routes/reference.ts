import { getAccuracy, getCatalogue, getNetwork, getOutcomes } from '@app/api/routes/reference.ts'
import { readOutcomes } from '../../agent/outcomes/read-outcomes.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import { buildAccuracy } from '../answers/build-accuracy.ts'
import { buildCatalogue } from '../answers/build-catalogue.ts'
import { toBlockRef } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'

export function mountReferenceRoutes(api: Api): void {
  mountRoute(api, { route: getCatalogue }, () => ({ data: buildCatalogue() }))
  mountRoute(api, { route: getAccuracy }, () => ({ data: buildAccuracy() }))
  mountRoute(api, { route: getOutcomes }, async () => ({ data: await readOutcomes(api.context) }))
  mountRoute(api, { route: getNetwork }, async () => {
    const tip = await loadIndexedTip(api.context)
    return {
      data: {
        network: api.context.config.network,
        latestBlock: tip && toBlockRef(tip),
        fromHeight: tip?.fromHeight ?? null,
        nodeHeight: tip?.nodeHeight ?? null,
        lagBlocks: tip?.lagBlocks ?? null,
      },
    }
  })
}
