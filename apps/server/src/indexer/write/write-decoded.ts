import type pg from 'pg'
import type { DecodedRow } from '../../db/tables/chain-tables.ts'

/**
 * Notes by which decoding blocks were read that have not been indexed before; joins them with what they touch. Call it in
 * the transaction that writes their rows.
 */
export async function addDecodedRange(client: pg.ClientBase, added: DecodedRow): Promise<void> {
  const { from_height, to_height, decoding, block_id } = added
  await client.query(ADD, [from_height, to_height, decoding, block_id])
}

const ADD = `
with touching as (
  delete from chain_decoded
  where decoding = $3 and (to_height = $1::bigint - 1 or from_height = $2::bigint + 1)
  returning from_height, to_height, block_id
),
parts as (
  select * from touching union all select $1::bigint, $2::bigint, $4::text
)
insert into chain_decoded (from_height, to_height, decoding, block_id)
select min(from_height), max(to_height), $3, (array_agg(block_id order by to_height desc))[1]
from parts`

/**
 * Takes the blocks from `fromHeight` on off the range in which they stand; `parentId` is the id of the block below them.
 * Returns false without writing when another process has changed the range.
 */
export async function takeDecodedBlocks(
  client: pg.ClientBase,
  range: DecodedRow,
  { fromHeight, parentId }: { fromHeight: number; parentId: string },
): Promise<boolean> {
  const found = [range.from_height, range.to_height, range.decoding]
  const { rowCount } =
    fromHeight === range.from_height
      ? await client.query(DELETE, found)
      : await client.query(SHORTEN, [...found, fromHeight - 1, parentId])
  return rowCount === 1
}

const DELETE =
  'delete from chain_decoded where from_height = $1 and to_height = $2 and decoding = $3'

const SHORTEN = `
update chain_decoded set to_height = $4, block_id = $5
where from_height = $1 and to_height = $2 and decoding = $3`
