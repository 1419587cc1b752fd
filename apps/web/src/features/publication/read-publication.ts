import type { ApiClient } from '@app/api/client/client.ts'
import { listActions } from '@app/api/routes/actions.ts'
import type { RouteResponse } from '@app/api/routes/route.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions } from '@tanstack/react-query'
import { publicationsKey } from '../../lib/score-query.ts'

/** Number of the latest actions on an account that are searched for publications. */
const ACTIONS_LIMIT = 50

/** The requested publications of an address with their status, newest first. */
export const publicationsQuery = (api: ApiClient, address: Address) =>
  queryOptions({
    queryKey: publicationsKey(address),
    queryFn: async ({ signal }) => {
      const query = { address, limit: ACTIONS_LIMIT }
      const actions = await api.call(listActions, { query }, signal)
      return actions.filter(({ kind }) => kind === 'publish')
    },
  })

export const publishScore = (
  api: ApiClient,
  address: Address,
): Promise<RouteResponse<typeof getScore>> =>
  api.callWithMeta(getScore, { params: { address }, query: { publish: 'true' } })
