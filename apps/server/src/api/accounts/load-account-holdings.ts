import type { Holdings } from '@app/api/schemas/account.ts'
import { NodeBusyError, NodeInvalidResponseError, NodeUnreachableError } from '@app/flow/errors.ts'
import { ALL_TOKENS, type HoldingFacts, NFTS, type PlaceFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { formatDecimal } from '@app/values/amount.ts'
import { toIsoTime } from '@app/values/time.ts'
import { getTokenSymbol, isFlowVault } from '@app/values/token-type.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { loadHoldings, loadPlaces } from '../../facts/load-holdings.ts'
import type { Api } from '../api.ts'

/** Loads what an account holds: NFTs and token sums from the tables, the FLOW from the node. */
export async function loadAccountHoldings(
  api: Pick<Api, 'context' | 'node'>,
  address: Address,
): Promise<Holdings> {
  const { db } = api.context
  const [activity, places, holdings, nftsReadAtHeight, balance] = await Promise.all([
    readTokenActivity(db, address),
    loadPlaces(db, [address]),
    loadHoldings(db, [address]),
    readHoldingHeight(db, address),
    readFlowBalance(api, address),
  ])
  return {
    tokens: activity.map((row) => toTokenHolding(row, balance)),
    ...toPlaces(places.get(address) ?? []),
    nfts: (holdings.get(address) ?? []).map(toNftHolding),
    nftsReadAtHeight,
  }
}

/** Reads the balance from the node; `null` where there is no account, or while it does not answer. */
async function readFlowBalance(
  { context, node }: Pick<Api, 'context' | 'node'>,
  address: Address,
): Promise<bigint | null> {
  if (node.state().outage !== null) return null
  try {
    return (await context.flow.getAccount(address))?.balanceUnits ?? null
  } catch (error) {
    const isOfNode = [NodeUnreachableError, NodeBusyError, NodeInvalidResponseError].some(
      (kind) => error instanceof kind,
    )
    if (isOfNode) return null
    throw error
  }
}

const toTokenHolding = (
  {
    token,
    received,
    sent,
    transfers,
    last_seconds,
  }: Awaited<ReturnType<typeof readTokenActivity>>[number],
  flowBalance: bigint | null,
) => ({
  token: getTokenSymbol(token),
  ...(flowBalance !== null && isFlowVault(token) && { amount: formatDecimal(flowBalance) }),
  received: formatDecimal(received),
  sent: formatDecimal(sent),
  transfers,
  ...(last_seconds !== null && { lastTime: toIsoTime(last_seconds) }),
})

/** Of each place that has anything, what was put there and not taken out. */
function toPlaces(rows: readonly PlaceFacts[]): Pick<Holdings, 'places'> {
  const places = rows
    .filter(({ put, taken }) => put > taken)
    .map(({ place, token, put, taken }) => {
      return { place, token: getTokenSymbol(token), amount: formatDecimal(put - taken) }
    })
  return places.length === 0 ? {} : { places }
}

const toNftHolding = ({ collection, count, isSelfMinted, firstDepositSeconds }: HoldingFacts) => ({
  collection: getTokenSymbol(collection),
  count,
  isSelfMinted,
  ...(firstDepositSeconds !== null && { since: toIsoTime(firstDepositSeconds) }),
})

const MAX_TOKENS = 50

/** Reads the sums of an account per token, the most used first; without what was only dust. */
export const readTokenActivity = (db: Kysely<Tables>, address: Address) =>
  db
    .selectFrom('chain_activity')
    .select(['token', 'received', 'sent', 'last_seconds'])
    .select(sql<number>`transfers_in + transfers_out`.as('transfers'))
    .where('address', '=', address)
    .where('token', 'not in', [ALL_TOKENS, NFTS])
    .where(sql<boolean>`transfers_in + transfers_out > 0`)
    .orderBy('transfers', 'desc')
    .orderBy('token')
    .limit(MAX_TOKENS)
    .execute()

/** Reads the height at which the storage of an account was last read; `null` when it never was. */
export async function readHoldingHeight(
  db: Kysely<Tables>,
  address: Address,
): Promise<number | null> {
  const row = await db
    .selectFrom('score_holding_read')
    .select('read_height')
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.read_height ?? null
}
