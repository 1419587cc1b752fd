import { type ApiClient, ApiError, createClient } from '@app/api/client/client.ts'
import type { Route, RouteData, RouteInput } from '@app/api/routes/route.ts'
import { type QueryKey, queryOptions, skipToken } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { recordBlockTime } from './chain-clock.ts'
import { keepPageDuring } from './loading/reload-page.ts'
import { recordAnswer, watchSlowness } from './outage/server-answers.ts'
import { reportFailure } from './report-failure.ts'

/** Creates the API client, which also logs each failed call and records the time of the latest block. */
export function createApiClient(baseUrl: string): ApiClient {
  const client = createClient({
    baseUrl,
    onUnreadableRow: ({ method, url }, row) =>
      reportFailure(`A row of ${method} ${url} cannot be read`, JSON.stringify(row)),
  })
  const callWithMeta: ApiClient['callWithMeta'] = async (route, ...input) => {
    const call = client.callWithMeta(route, ...input)
    try {
      const response = await (isRead(route, input[0]) ? watchSlowness(call) : keepPageDuring(call))
      recordAnswer()
      if (response.meta?.latestBlock) recordBlockTime(response.meta.latestBlock.timeMs)
      return response
    } catch (error) {
      recordFailedCall(route, error)
      throw error
    }
  }
  return {
    callWithMeta,
    call: async (route, ...input) => (await callWithMeta(route, ...input)).data,
  }
}

/** A publication is a GET that waits for the chain. */
const isRead = ({ method }: Route, input: { query?: object | undefined } = {}) =>
  method === 'GET' && !('publish' in (input.query ?? {}))

function recordFailedCall({ method, url }: Route, error: unknown): void {
  if (error instanceof ApiError && error.status > 0) recordAnswer()
  const isCancelled = error instanceof ApiError && error.code === 'cancelled'
  if (!isCancelled) reportFailure(`${method} ${url} failed`, error)
}

export const ApiContext = createContext<ApiClient | null>(null)

export function useApi(): ApiClient {
  const api = use(ApiContext)
  if (api === null) throw new Error('useApi was called outside of ApiContext')
  return api
}

/** The query of one call; nothing is requested while `input` is null. */
export const apiQuery = <R extends Route>(
  api: ApiClient,
  queryKey: QueryKey,
  route: R,
  input: RouteInput<R> | null,
) =>
  queryOptions<RouteData<R>>({
    queryKey,
    queryFn:
      input === null
        ? skipToken
        : ({ signal }) =>
            api.call(...([route, input, signal] as unknown as Parameters<typeof api.call<R>>)),
  })
