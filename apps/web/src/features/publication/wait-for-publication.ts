import type { ApiClient } from '@app/api/client/client.ts'
import type { Action } from '@app/api/schemas/action.ts'
import { ApiError } from '@app/api/schemas/api-error.ts'
import type { Address } from '@app/values/address.ts'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { isFinished } from './publications.ts'
import { publicationsQuery } from './queries.ts'

/** Polling interval. Usually the event stream is faster; polling is for when it is interrupted. */
const POLL_MS = 3_000

interface SentPublication {
  address: Address
  /** The transaction that was sent for it. */
  txId: string
}

/** Resolves once a publication is sealed. Throws when it failed, with the server's message. */
export async function waitForPublication(
  api: ApiClient,
  queryClient: QueryClient,
  publication: SentPublication,
): Promise<void> {
  const { status, problem } = await waitUntilFinished(api, queryClient, publication)
  if (status === 'sealed') return
  if (problem === undefined) throw new Error('the publication failed without a message')
  throw new ApiError({ status: 502, code: 'transaction_failed', message: problem })
}

function waitUntilFinished(
  api: ApiClient,
  queryClient: QueryClient,
  publication: SentPublication,
): Promise<Action> {
  const { address, txId } = publication
  const options = { ...publicationsQuery(api, address), refetchInterval: POLL_MS }
  const observer = new QueryObserver(queryClient, options)
  // When it is sent again, it has another transaction, but the same id.
  let id: string | undefined
  return new Promise((resolve) => {
    const unsubscribe = observer.subscribe(({ data = [] }) => {
      id ??= data.find((action) => action.txId === txId)?.id
      const publicationAction = data.find((action) => action.id === id)
      if (publicationAction === undefined || !isFinished(publicationAction)) return
      unsubscribe()
      resolve(publicationAction)
    })
  })
}
