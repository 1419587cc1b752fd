import type { ApiClient } from '@app/api/client/client.ts'
import { listCounterparties } from '@app/api/routes/accounts.ts'
import type { Party } from '@app/values/evm-address.ts'
import { apiQuery } from './api.ts'

/** Counterparties that are loaded at once: more than the picture shows. */
const COUNTERPARTIES_LIMIT = 50

/** The counterparties of an account, listed ones first, then those with most transfers. */
export const counterpartiesQuery = (api: ApiClient, address: Party) =>
  apiQuery(api, ['accounts', address, 'counterparties'], listCounterparties, {
    params: { address },
    query: { limit: COUNTERPARTIES_LIMIT },
  })
