import type { HoldingFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import type { Party } from '@app/values/evm-address.ts'
import type { Context } from '../runtime/context.ts'

type Database = Pick<Context, 'db'>

/** Stores the NFTs of an account as if they had been read; `null` leaves them unread. */
export async function writeHoldings(
  { db }: Database,
  address: Address,
  holdings: readonly HoldingFacts[] | null,
): Promise<void> {
  if (holdings === null) return
  const read = { address, read_height: 0, skipped_paths: 0 }
  await db.insertInto('score_holding_read').values(read).execute()
  const rows = holdings.map(({ collection, count }) => ({ address, collection, count }))
  if (rows.length > 0) await db.insertInto('score_holding').values(rows).execute()
}

/** Whether an account has a transfer in a transaction, of tokens or an NFT, with a counterparty. */
export async function hasTransfer(
  { db }: Database,
  address: Address,
  { txId, counterparty }: { txId: string; counterparty: Party | null },
): Promise<boolean> {
  const [tokens, nfts] = (['chain_transfer', 'chain_nft_move'] as const).map((table) =>
    db
      .selectFrom(table)
      .select('address')
      .where('address', '=', address)
      .where('tx_id', '=', txId)
      .where('counterparty', 'is not distinct from', counterparty)
      .executeTakeFirst(),
  )
  return (await tokens) !== undefined || (await nfts) !== undefined
}

/** How many steps from a listed account the account is, `null` when it is not near one. */
export async function readTaintLevel({ db }: Database, address: Party): Promise<number | null> {
  const taint = await db
    .selectFrom('chain_taint')
    .select('level')
    .where('address', '=', address)
    .where('level', '<', 3)
    .executeTakeFirst()
  return taint?.level ?? null
}
