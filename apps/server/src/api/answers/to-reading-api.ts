import type { Api } from '../api.ts'

/**
 * Returns the API for routes that only read, and whose answers may be some seconds old: its queries go to the replica,
 * if there is one. What a client has just written is read with the API itself.
 */
export function toReadingApi(api: Api): Api {
  const { context } = api
  return { ...api, context: { ...context, db: context.replica?.db ?? context.db } }
}
