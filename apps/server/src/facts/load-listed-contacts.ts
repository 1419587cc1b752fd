import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import type { EvidenceRow } from './evidence-row.ts'

/** Maximum number of counterparties whose transfers are loaded. */
const MAX_CONTACTS = 50

/**
 * Loads the newest transfers and NFT moves between the account and its counterparties at `hop` hops
 * from a listed account.
 */
export async function loadListedContacts(
  db: Kysely<Tables>,
  address: Address,
  { hop, limit }: { hop: number; limit: number },
): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    with contact as (
      select distinct counterparty from chain_counterparty
      where address = ${address} and hop = ${hop}
      order by counterparty limit ${MAX_CONTACTS}
    )
    select move.tx_id, move.height, contact.counterparty,
           move.block_ms, move.side, move.units, move.token
    from contact cross join lateral (
      (select tx_id, height, tx_index, event_index, block_ms, side, units, token from chain_transfer
       where address = ${address} and counterparty = contact.counterparty and not is_dust
       order by height desc, tx_index desc, event_index desc limit ${limit})
      union all
      (select tx_id, height, tx_index, event_index, block_ms, side, null, nft_type from chain_nft_move
       where address = ${address} and counterparty = contact.counterparty
       order by height desc, tx_index desc, event_index desc limit ${limit})
    ) move
    order by move.height desc, move.tx_index desc, move.event_index desc, contact.counterparty
    limit ${limit}`.execute(db)
  return rows
}
