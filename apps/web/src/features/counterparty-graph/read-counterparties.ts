import type { ApiClient } from '@app/api/client/client.ts'
import { listCounterparties, listPaths, listTransfers } from '@app/api/routes/accounts.ts'
import type { Party } from '@app/values/evm-address.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const ACCOUNTS_KEY = 'accounts'

/** Counterparties that are loaded at once: more than the picture shows. */
const COUNTERPARTIES_LIMIT = 50

/** Transactions that are listed for one pair. */
export const PAIR_TRANSFERS_LIMIT = 20

/** The counterparties of an account, listed ones first, then those with most transfers. */
export const counterpartiesQuery = (api: ApiClient, address: Party) =>
  queryOptions({
    queryKey: [ACCOUNTS_KEY, address, 'counterparties'],
    queryFn: ({ signal }) =>
      api.call(
        listCounterparties,
        { params: { address }, query: { limit: COUNTERPARTIES_LIMIT } },
        signal,
      ),
  })

/** The shortest paths between two accounts. */
export const connectionQuery = (api: ApiClient, address: Party, to: Party) =>
  queryOptions({
    queryKey: [ACCOUNTS_KEY, address, 'paths', to],
    queryFn: ({ signal }) => api.call(listPaths, { params: { address }, query: { to } }, signal),
  })

/** The latest transfers between two accounts. */
export const pairTransfersQuery = (api: ApiClient, address: Party, counterparty: Party) =>
  queryOptions({
    queryKey: [ACCOUNTS_KEY, address, 'transfers', counterparty],
    queryFn: ({ signal }) =>
      api.call(
        listTransfers,
        { params: { address }, query: { counterparty, limit: PAIR_TRANSFERS_LIMIT } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
