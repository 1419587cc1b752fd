import {
  getEvmParty,
  getHoldings,
  listCounterparties,
  listPaths,
  listTransfers,
} from '@app/api/routes/accounts.ts'
import { COUNTERPARTIES_LIMIT_DEFAULT, TRANSFERS_LIMIT_DEFAULT } from '@app/api/schemas/account.ts'
import { toAddress } from '@app/values/address.ts'
import { toEvmAddress, toParty } from '@app/values/evm-address.ts'
import type { Api } from '../api.ts'
import { mountData, mountList } from '../http/mount-route.ts'
import { loadAccountHoldings } from './load-account-holdings.ts'
import { loadCounterparties } from './load-counterparties.ts'
import { loadEvmParty, resolveOwner } from './load-evm-party.ts'
import { loadPathsBetween, loadPathsToListed } from './load-paths.ts'
import {
  formatTransferCursor,
  parseTransferCursor,
  readTransfers,
  readUnverifiedTransfers,
  toTransfer,
} from './read-transfers.ts'

export function mountAccountRoutes(api: Api): void {
  const { db } = api.context
  const readParty = (address: string) => resolveOwner(db, toParty(address))
  mountData(api, listPaths, async ({ params, query }) => {
    const from = await readParty(params.address)
    return query.to === undefined
      ? loadPathsToListed(db, from)
      : loadPathsBetween(db, { from, to: await readParty(query.to) })
  })
  mountData(api, getHoldings, ({ params }) => loadAccountHoldings(api, toAddress(params.address)))
  mountData(api, getEvmParty, ({ params }) => loadEvmParty(db, toEvmAddress(params.address)))
  mountList(api, listCounterparties, {
    defaultLimit: COUNTERPARTIES_LIMIT_DEFAULT,
    read: async ({ params }, { limit, place }) =>
      loadCounterparties(db, await readParty(params.address), {
        limit,
        after: place === undefined ? undefined : toParty(`0x${place}`),
      }),
    getPlace: ({ address }) => address.slice(2),
    toEntry: (counterparty) => counterparty,
  })
  mountList(api, listTransfers, {
    defaultLimit: TRANSFERS_LIMIT_DEFAULT,
    read: async ({ params, query: { counterparty, kind } }, { limit, place }) => {
      const readPage = kind === undefined ? readTransfers : readUnverifiedTransfers
      return readPage(db, await readParty(params.address), {
        counterparty: counterparty === undefined ? undefined : await readParty(counterparty),
        limit,
        before: place === undefined ? undefined : parseTransferCursor(place),
      })
    },
    getPlace: formatTransferCursor,
    toEntry: toTransfer,
  })
}
