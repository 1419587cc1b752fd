import {
  getHoldings,
  listCounterparties,
  listPaths,
  listTransfers,
} from '@app/api/routes/accounts.ts'
import { COUNTERPARTIES_LIMIT_DEFAULT } from '@app/api/schemas/account/counterparty.ts'
import { TRANSFERS_LIMIT_DEFAULT } from '@app/api/schemas/account/transfer.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { toAddress } from '@app/values/address.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import { parseIndexCursor } from '../answers/parse-index-cursor.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadAccountHoldings } from './load-account-holdings.ts'
import { loadCounterparties } from './load-counterparties.ts'
import { loadPathsBetween, loadPathsToListed } from './load-paths.ts'
import { readTransfers } from './read-transfers.ts'
import { formatTransferCursor, parseTransferCursor, toTransfer } from './to-transfer.ts'

/** Mounts the routes about what an account exchanged with others, and holds. */
export function mountAccountRoutes(api: Api): void {
  const { db } = api.context
  mountRoute(api, { route: listPaths }, async ({ params, query }) => {
    const from = toAddress(params.address)
    const data =
      query.to === undefined
        ? await loadPathsToListed(db, from)
        : await loadPathsBetween(db, { from, to: toAddress(query.to) })
    return { data, meta: await loadResponseMeta(api) }
  })
  mountRoute(api, { route: getHoldings }, async ({ params }) => ({
    data: await loadAccountHoldings(api, toAddress(params.address)),
    meta: await loadResponseMeta(api),
  }))
  mountCounterparties(api)
  mountTransfers(api)
}

function mountCounterparties(api: Api): void {
  const { network } = api.context.config
  mountRoute(api, { route: listCounterparties }, async ({ params, query }) => {
    const { limit = COUNTERPARTIES_LIMIT_DEFAULT, cursor } = query
    const after = cursor === undefined ? undefined : parseIndexCursor(cursor, network)
    const found = await loadCounterparties(api.context.db, toAddress(params.address), {
      limit: limit + 1,
      after,
    })
    const data = found.slice(0, limit)
    const last = data.at(-1)
    const index =
      last && found.length > limit ? toAccountIndex(toAddress(last.address), network) : null
    const next = index === null ? {} : { nextCursor: String(index) }
    return { data, meta: { ...(await loadResponseMeta(api)), ...next } }
  })
}

function mountTransfers(api: Api): void {
  mountRoute(api, { route: listTransfers }, async ({ params, query }) => {
    const { limit = TRANSFERS_LIMIT_DEFAULT, cursor, counterparty } = query
    const rows = await readTransfers(api.context.db, toAddress(params.address), {
      counterparty: counterparty === undefined ? undefined : toAddress(counterparty),
      limit: limit + 1,
      before: cursor === undefined ? undefined : parseTransferCursor(cursor),
    })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next = last && rows.length > limit ? { nextCursor: formatTransferCursor(last) } : {}
    return {
      data: page.map(toTransfer),
      meta: { ...(await loadResponseMeta(api)), ...next },
    }
  })
}
