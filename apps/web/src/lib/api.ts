import { type ApiClient, createClient } from '@app/api/client/client.ts'
import { ApiError } from '@app/api/schemas/api-error.ts'
import { createContext, use } from 'react'
import { recordBlockTime } from './chain-clock.ts'
import { reportFailure } from './report-failure.ts'

/** The API's client, which also logs each failed call and keeps the time of the latest block. */
export function createApiClient(baseUrl: string): ApiClient {
  const client = createClient({ baseUrl })
  const ask: ApiClient['callWithMeta'] = async (route, ...input) => {
    try {
      const answer = await client.callWithMeta(route, ...input)
      if (answer.meta?.latestBlock) recordBlockTime(answer.meta.latestBlock.timeMs)
      return answer
    } catch (error) {
      if (!isCancelledRequest(error)) reportFailure(`${route.method} ${route.url} failed`, error)
      throw error
    }
  }
  return { callWithMeta: ask, call: async (route, ...input) => (await ask(route, ...input)).data }
}

const isCancelledRequest = (error: unknown) =>
  error instanceof ApiError && error.code === 'cancelled'

export const ApiContext = createContext<ApiClient | null>(null)

export function useApi(): ApiClient {
  const api = use(ApiContext)
  if (api === null) throw new Error('useApi was called outside of ApiContext')
  return api
}
