import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { ApiError } from '@app/api/schemas/api-error.ts'
import { createContext, use } from 'react'
import { recordBlockTime } from './chain-clock.ts'
import { reportFailure } from './report-failure.ts'

/** Creates the API client, which also logs each failed call and records the time of the latest block. */
export function createApiClient(baseUrl: string): ApiClient {
  const client = createClient({ baseUrl })
  const callWithMeta: ApiClient['callWithMeta'] = async (route, ...input) => {
    try {
      const response = await client.callWithMeta(route, ...input)
      if (response.meta?.latestBlock) recordBlockTime(response.meta.latestBlock.timeMs)
      return response
    } catch (error) {
      if (!isCancelledRequest(error)) reportFailure(`${route.method} ${route.url} failed`, error)
      throw error
    }
  }
  return {
    callWithMeta,
    call: async (route, ...input) => (await callWithMeta(route, ...input)).data,
  }
}

const isCancelledRequest = (error: unknown) =>
  error instanceof ApiError && error.code === 'cancelled'

export const ApiContext = createContext<ApiClient | null>(null)

export function useApi(): ApiClient {
  const api = use(ApiContext)
  if (api === null) throw new Error('useApi was called outside of ApiContext')
  return api
}
