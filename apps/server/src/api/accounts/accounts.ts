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
import { toPage } from '../http/list-cursor.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { loadAccountHoldings } from './load-account-holdings.ts'
import { loadCounterparties } from './load-counterparties.ts'
import { loadEvmParty } from './load-evm-party.ts'
import { loadPathsBetween, loadPathsToListed } from './load-paths.ts'
import {
  formatTransferCursor,
  parseTransferCursor,
  readTransfers,
  toTransfer,
} from './read-transfers.ts'

/** Mounts the routes about what an account exchanged with others, and holds. */
export function mountAccountRoutes(api: Api): void {
  const { db } = api.context
  mountRoute(api, { route: listPaths }, async ({ params, query }) => {
    const from = toParty(params.address)
    const data =
      query.to === undefined
        ? await loadPathsToListed(db, from)
        : await loadPathsBetween(db, { from, to: toParty(query.to) })
    return { data, meta: await loadResponseMeta(api) }
  })
  mountRoute(api, { route: getHoldings }, async ({ params }) => ({
    data: await loadAccountHoldings(api, toAddress(params.address)),
    meta: await loadResponseMeta(api),
  }))
  mountRoute(api, { route: getEvmParty }, async ({ params }) => ({
    data: await loadEvmParty(db, toEvmAddress(params.address)),
    meta: await loadResponseMeta(api),
  }))
  mountCounterparties(api)
  mountTransfers(api)
}

function mountCounterparties(api: Api): void {
  mountRoute(api, { route: listCounterparties }, async ({ params, query }) => {
    const { limit = COUNTERPARTIES_LIMIT_DEFAULT, cursor } = query
    const after = cursor === undefined ? undefined : toParty(`0x${cursor}`)
    const found = await loadCounterparties(api.context.db, toParty(params.address), {
      limit: limit + 1,
      after,
    })
    const { page: data, nextCursor } = toPage(found, limit, ({ address }) => address.slice(2))
    return { data, meta: { ...(await loadResponseMeta(api)), ...nextCursor } }
  })
}

function mountTransfers(api: Api): void {
  mountRoute(api, { route: listTransfers }, async ({ params, query }) => {
    const { limit = TRANSFERS_LIMIT_DEFAULT, cursor, counterparty } = query
    const rows = await readTransfers(api.context.db, toParty(params.address), {
      counterparty: counterparty === undefined ? undefined : toParty(counterparty),
      limit: limit + 1,
      before: cursor === undefined ? undefined : parseTransferCursor(cursor),
    })
    const { page, nextCursor } = toPage(rows, limit, formatTransferCursor)
    return {
      data: page.map(toTransfer),
      meta: { ...(await loadResponseMeta(api)), ...nextCursor },
    }
  })
}
