import { CADENCE_OWNED_PREFIX } from '@app/values/evm-address.ts'
import type pg from 'pg'
import type { RangeRows } from '../decode/build-rows.ts'
import { sumEvmBalances } from '../decode/sum-evm-balances.ts'
import { isEvm } from '../sums/exposure.ts'

/**
 * Adds the transfers of FLOW of addresses in the EVM to their balances. Blocks above or below those that are added up
 * already are joined; where blocks in between are read again, all are added up. The rows must be stored already.
 */
export async function writeEvmBalances(
  client: pg.ClientBase,
  rows: Pick<RangeRows, 'transfers' | 'coaMoves'>,
  flowToken: string,
): Promise<void> {
  const sums = sumEvmBalances(rows, flowToken)
  if (sums.length === 0) return
  const columns = [
    sums.map(({ address }) => address),
    sums.map(({ from_height }) => from_height),
    sums.map(({ to_height }) => to_height),
    sums.map(({ net }) => net),
    sums.map(({ gap }) => gap),
  ]
  const { rows: overlapping } = await client.query<{ address: string }>(FIND_OVERLAPPING, columns)
  await client.query(JOIN_BALANCES, columns)
  if (overlapping.length > 0)
    await rebuildEvmBalances(
      client,
      flowToken,
      overlapping.map(({ address }) => address),
    )
  await client.query(RECHECK, [sums.map(({ address }) => address)])
}

/** Adds up the balances of some addresses from all stored rows, or of all of them. */
export async function rebuildEvmBalances(
  client: pg.ClientBase,
  flowToken: string,
  addresses: readonly string[] | null = null,
): Promise<void> {
  await client.query(REBUILD, [flowToken, addresses])
}

const SUMMED = `
  unnest($1::text[], $2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[])
    as summed (address, from_height, to_height, net, gap)`

const IS_ABOVE = 'excluded.from_height > kept.to_height'
const IS_BELOW = 'excluded.to_height < kept.from_height'

const FIND_OVERLAPPING = `
select address from ${SUMMED} join chain_evm_balance kept using (address)
where summed.from_height <= kept.to_height and summed.to_height >= kept.from_height`

const JOIN_BALANCES = `
insert into chain_evm_balance as kept (address, from_height, to_height, net, gap)
select * from ${SUMMED}
on conflict (address) do update set
  from_height = least(kept.from_height, excluded.from_height),
  to_height = greatest(kept.to_height, excluded.to_height),
  net = kept.net + excluded.net,
  gap = case when ${IS_ABOVE} then greatest(kept.gap, excluded.gap - kept.net)
    else greatest(excluded.gap, kept.gap - excluded.net) end
where ${IS_ABOVE} or ${IS_BELOW}`

const RECHECK = `
with moved as (
  insert into delta_taint_recheck select unnest($1::text[])
)
insert into delta_changed_account
select owner from chain_coa where address = any($1::text[]) and owner is not null`

const REBUILD = `
with step as (
  select address, height, tx_index, event_index,
    case when recipient = address then units else -units end as change,
    coalesce(balance_after, case when sender = address then 0 end) as floor
  from chain_coa_move
  where token = $1 and split_index >= 0 and address in (sender, recipient)
    and ($2::text[] is null or address = any($2))
  union all
  select address, height, tx_index, event_index, case side when 'in' then units else -units end,
    case side when 'out' then 0 end
  from chain_transfer
  where token = $1 and ${isEvm('address')} and not starts_with(address, '${CADENCE_OWNED_PREFIX}')
    and ($2::text[] is null or address = any($2))
),
run as (
  select *, sum(change) over (
    partition by address order by height, tx_index, event_index
  ) as net
  from step
)
insert into chain_evm_balance as kept (address, from_height, to_height, net, gap)
select address, min(height), max(height), sum(change), max(floor - net) from run group by address
on conflict (address) do update set from_height = excluded.from_height,
  to_height = excluded.to_height, net = excluded.net, gap = excluded.gap`
