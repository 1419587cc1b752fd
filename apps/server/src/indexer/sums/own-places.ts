import { ALL_TOKENS } from '@app/score/facts.ts'
import type pg from 'pg'
import { TRANSFER_TABLE } from '../write/raw-tables.ts'
import { addDeltasToSums, markAccountsChanged } from './apply-sums.ts'
import {
  buildRemovedTransferInsert,
  buildTransferDeltaInsert,
  clearDeltaTables,
} from './delta-tables.ts'
import type { TaintOptions } from './exposure.ts'

/**
 * Transfers that one transaction turns into own money or back, so that it takes less than a second and the writing
 * of new blocks does not wait for longer.
 */
const FLIPS_PER_TRANSACTION = 2_000

export interface OwnOptions extends TaintOptions {
  /** Transfers that are turned; `Infinity`: all of them. */
  flips?: number
}

/**
 * Finds out which stakes and child accounts became own places, or stopped being so, through the rows of the delta
 * tables; turns their transfers into own money or back, as far as the limit goes, and changes the sums. The
 * transfers of a place are at any time in the sums as what they are marked. Uses the delta tables up. The caller
 * must hold the lock `sums`.
 *
 * A stake stops being own when a second account moves it. A child is own once the parent has taken what the child
 * offered it, and until either ends it, another parent takes it, or it pays somebody else: then it is a wallet of
 * its own, and what the parent sends there has left.
 */
export async function settleOwnPlaces(
  client: pg.ClientBase,
  { flips = FLIPS_PER_TRANSACTION, ...options }: OwnOptions,
): Promise<void> {
  await noteChanges(client)
  let left = flips
  while (left > 0) {
    const count = await collectFlips(client, left)
    if (count === 0) return
    await clearDeltaTables(client)
    await client.query(FLIP)
    await client.query(CLEAR_FLIPPED)
    await addDeltasToSums(client, { ...options, hasRemovals: true })
    await markAccountsChanged(client)
    await noteChanges(client)
    left -= count
  }
}

/**
 * Builds SQL that marks what parents send to children that are known as their own, among the transfers of a query.
 * Its columns are in the order of the table.
 */
export function markOwnChildren(query: string): string {
  const columns = Object.keys(TRANSFER_TABLE.columns).map((name) =>
    name === 'own_place' ? `${OWN_PLACE} as own_place` : name,
  )
  return `select ${columns.join(', ')} from (${query}) incoming`
}

const OWN_PLACE = `
    case
      when own_place is null and side = 'out'
        and (address, counterparty) in (select address, child from chain_own_child) then 'child'
      else own_place
    end`

export async function hasOwnFlips(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from chain_own_flip limit 1')
  return rowCount === 1
}

async function noteChanges(client: pg.ClientBase): Promise<void> {
  await client.query(NOTE_SHARED_STAKES)
  await client.query(NOTE_CHILDREN)
}

async function collectFlips(client: pg.ClientBase, limit: number): Promise<number> {
  await client.query(COLLECT_NEW_STAKE_FLIPS)
  const wanted = limit === Number.POSITIVE_INFINITY ? null : limit
  const stakes = await client.query(COLLECT_STAKE_FLIPS, [wanted])
  const children = await client.query(COLLECT_CHILD_FLIPS, [wanted])
  const isComplete = [stakes, children].every(({ rowCount }) => (rowCount ?? 0) < limit)
  if (isComplete) await client.query('delete from chain_own_flip')
  const { rows } = await client.query<{ count: number }>('select count(*) from delta_own_flip')
  return rows[0]?.count ?? 0
}

/** Marks every transfer as what the acts say, without regard to children; rebuilding begins with it. */
export const MARK_STAKES = [
  `insert into chain_shared_stake (stake)
   select stake from chain_stake_act group by stake having min(address) <> max(address)`,
  "update chain_transfer set own_place = null where own_place = 'child'",
  `update chain_transfer move set own_place = case when shared.stake is null then 'staking' end
   from chain_stake_act act left join chain_shared_stake shared using (stake)
   where act.is_sole and move.address = act.address and move.height = act.height
     and move.tx_index = act.tx_index and move.event_index = act.event_index
     and move.split_index = act.split_index`,
]

/** Makes `settleOwnPlaces` look at every child. */
export const RECHECK_CHILDREN = 'insert into delta_child select distinct child from chain_child_act'

/** The keys begin with the stake, and go on with the address. */
const NOTE_SHARED_STAKES = `
with shared as (
  insert into chain_shared_stake (stake)
  select distinct stake from delta_stake_act moved
  where (select min(address) from chain_stake_act act where act.stake = moved.stake)
    <> (select max(address) from chain_stake_act act where act.stake = moved.stake)
  on conflict do nothing
  returning stake
)
insert into chain_own_flip (place, subject, address, is_own)
select 'staking', stake, '', false from shared`

const NOTE_CHILDREN = `
with touched as materialized (
  select child from delta_child
  union
  select child from chain_own_child
  where child in (select address from delta_move where side = 'out')
  union
  -- Whom it paid, it may not have paid.
  select child from chain_child_act
  where child in (select address from delta_move where side = 'out' and sign < 0)
),
linked as (
  select child, min(parent) filter (where kind = 'redeemed') as parent
  from touched join chain_child_act using (child)
  group by child
  having not bool_or(kind = 'removed')
    and count(distinct parent) filter (where kind = 'redeemed') = 1
    and min(parent) filter (where kind = 'redeemed')
      = any(array_agg(parent) filter (where kind = 'published'))
),
kept as (
  select linked.parent as address, linked.child
  from linked
  left join chain_activity activity on activity.address = child and activity.token = '${ALL_TOKENS}'
  left join chain_counterparty pair
    on pair.address = child and pair.counterparty = parent and pair.token = '${ALL_TOKENS}'
  where parent <> child
    -- The child paid nobody else: neither in ordinary transfers nor into children of its own.
    and coalesce(activity.transfers_out, 0) <= coalesce(pair.out_count - pair.own_count, 0)
    and coalesce((
      select sum(put_count) from chain_own_place place
      where place.address = child and place.place = 'child'
    ), 0) <= coalesce(pair.own_count, 0)
),
ended as (
  delete from chain_own_child gone using touched
  where gone.child = touched.child and (gone.address, gone.child) not in (table kept)
  returning gone.address, gone.child
),
begun as (
  insert into chain_own_child (address, child) table kept
  on conflict do nothing
  returning address, child
)
insert into chain_own_flip (place, subject, address, is_own)
select 'child', child, address, false from ended
union all select 'child', child, address, true from begun
on conflict (place, subject, address) do update set is_own = excluded.is_own`

/** New moves of a stake that is shared already. */
const COLLECT_NEW_STAKE_FLIPS = `
insert into delta_own_flip
select address, height, tx_index, event_index, split_index, null
from delta_stake_act join chain_shared_stake using (stake)
join chain_transfer move using (address, height, tx_index, event_index, split_index)
where move.own_place = 'staking'`

const COLLECT_STAKE_FLIPS = `
insert into delta_own_flip
select act.address, height, tx_index, event_index, split_index, null
from chain_own_flip flip
join chain_stake_act act on act.stake = flip.subject and act.is_sole
join chain_transfer move using (height, tx_index, event_index, split_index)
where flip.place = 'staking' and move.address = act.address and move.own_place = 'staking'
limit $1`

const COLLECT_CHILD_FLIPS = `
insert into delta_own_flip
select move.address, height, tx_index, event_index, split_index, wanted.own_place
from chain_own_flip flip
cross join lateral (select case when flip.is_own then 'child' end as own_place) wanted
join chain_transfer move on move.address = flip.address and move.counterparty = flip.subject
where flip.place = 'child' and move.side = 'out'
  and move.own_place is distinct from wanted.own_place
limit $1`

/** Marks the transfers, and puts them into `delta_move` as what they were and as what they are. */
const FLIP = `
with flipped as (
  update chain_transfer move set own_place = flip.own_place
  from (select distinct * from delta_own_flip) flip
  where move.address = flip.address and move.height = flip.height
    and move.tx_index = flip.tx_index and move.event_index = flip.event_index
    and move.split_index = flip.split_index
  returning new.*, old.own_place as old_place
),
before as (
  select address, counterparty, side, token, units, block_ms, height, is_swept, is_emptied, is_dust,
    old_place as own_place, is_in_evm
  from flipped
),
removed as (${buildRemovedTransferInsert('before')})
${buildTransferDeltaInsert('flipped')}`

const CLEAR_FLIPPED = 'delete from delta_own_flip'
