import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import { FatalError } from '@app/values/errors.ts'
import { ZERO_EVM_ADDRESS } from '@app/values/evm-address.ts'
import { MAX_COA_HOLDERS, MIN_UNSEEN_UNITS, SERVICE_COUNTERPARTIES } from '@app/values/limits.ts'
import type pg from 'pg'
import { clearDeltaTables } from './delta-tables.ts'

/**
 * Builds the SQL condition that a party is an address in the EVM. These cost nothing: they count for amounts and
 * contact, but not as partners, and only lists make them services.
 */
export const isEvm = (party: string): string => `length(${party}) = ${ZERO_EVM_ADDRESS.length}`

/**
 * Divisor of the share that makes an account a carrier of taint: one tenth of its amounts in one
 * token.
 */
const CARRIER_DIVISOR = 10

/** An address in the EVM passes on the level of those from whom nine tenths of its money of a token came. */
const FOLLOWED_TENTHS = 9

/** Steps in the EVM over which a level is kept, as these cost nothing. */
const FOLLOWED_STEPS = 8

/** Steps over which is remembered that money was not followed further. */
const REMEMBERED_STEPS = 32

/**
 * Maximum number of rounds without a limit. Each round settles what is one step further from a listed account; where
 * the way is interrupted, those on it lose it one step in a round. More rounds would mean that levels do not
 * depend on labels and sums alone.
 */
const MAX_ROUNDS = 5 * REMEMBERED_STEPS

/**
 * Counterparties whose pairs one transaction moves to another hop, so that it takes less than a second and the
 * writing of new blocks does not wait for longer.
 */
const COUNTERPARTIES_PER_TRANSACTION = 500

/** How many moved accounts are looked at together. */
const MOVES_AT_ONCE = 64

export const ADD_PAIR_EXPOSURE = `
insert into delta_exposure
select address, token, hop,
  sum((in_count + out_count > 0)::int - (old_in_count + old_out_count > 0)::int),
  sum(in_count - old_in_count),
  sum(in_units - old_in_units),
  sum((out_count - taken_count) - (old_out_count - old_taken_count)),
  sum((out_units - taken_units) - (old_out_units - old_taken_units)),
  sum(taken_count - old_taken_count),
  sum(taken_units - old_taken_units)
from delta_counterparty
where hop is not null and token <> '${ALL_TOKENS}'
group by address, token, hop`

export const RECHECK_MOVERS =
  'insert into delta_taint_recheck select address from delta_move group by address'

export interface TaintOptions {
  flowToken: string
  /** Counterparties whose pairs are moved; `Infinity`: all of them. */
  limit?: number
  /** Whether to go on with what earlier transactions left, even if no level changes in this one. */
  isContinuing?: boolean
}

/**
 * Adds `delta_exposure` to the exposure, recomputes the taint levels of the affected accounts and of those in
 * `delta_taint_recheck`, and moves the exposure of the counterparties of accounts with another level, until nothing
 * changes or the limit is reached. Returns whether nothing is left for later transactions. The exposure is at any
 * time the sum over the pairs with the hops that these have.
 */
export async function propagateTaint(
  client: pg.ClientBase,
  { flowToken, limit = COUNTERPARTIES_PER_TRANSACTION, isContinuing = false }: TaintOptions,
): Promise<boolean> {
  let isMoving = isContinuing
  let left = limit
  for (let round = 0; round <= MAX_ROUNDS || limit !== Number.POSITIVE_INFINITY; round++) {
    await client.query(ADD_EXPOSURE)
    await client.query(DELETE_EMPTY_EXPOSURE)
    await client.query(MARK_EXPOSED_CHANGED)
    isMoving = (await changeLevels(client, flowToken)) || isMoving
    if (!isMoving) return true
    if (left <= 0) return false
    const moved = await moveCounterparties(client, left)
    if (moved === null) return true
    left -= moved
  }
  throw new FatalError('The taint levels do not converge; rebuild the sums and report this.')
}

/** Stores the levels that have changed. Returns whether there are any. */
async function changeLevels(client: pg.ClientBase, flowToken: string): Promise<boolean> {
  await clearDeltaTables(client, ['delta_exposure'])
  for (let hasChanged = false; ; hasChanged = true) {
    await clearDeltaTables(client, ['delta_taint_level'])
    const { rowCount } = await client.query(FIND_CHANGED_LEVELS, [flowToken])
    await clearDeltaTables(client, ['delta_taint_recheck'])
    if (rowCount === 0) return hasChanged
    await client.query(DELETE_LEVELS)
    await client.query(SET_LEVELS)
    await client.query(START_MOVES)
  }
}

/**
 * Moves the exposure of some counterparties of accounts whose level has changed. Returns their number, or `null`
 * when none was left.
 */
async function moveCounterparties(client: pg.ClientBase, limit: number): Promise<number | null> {
  const isLimited = limit !== Number.POSITIVE_INFINITY
  const { rows } = await client.query<{ moved: number | null }>(MOVE_COUNTERPARTIES, [
    isLimited ? limit : null,
    isLimited ? MOVES_AT_ONCE : null,
  ])
  return rows[0]?.moved ?? null
}

const ADD_EXPOSURE = `
insert into chain_exposure as kept (
  address, token, hop, counterparties, in_count, in_units, out_count, out_units, swept_count,
  swept_units
)
select address, token, hop, sum(counterparties), sum(in_count), sum(in_units), sum(out_count),
  sum(out_units), sum(swept_count), sum(swept_units)
from delta_exposure
group by address, token, hop
on conflict (address, token, hop) do update set
  counterparties = kept.counterparties + excluded.counterparties,
  in_count = kept.in_count + excluded.in_count,
  in_units = kept.in_units + excluded.in_units,
  out_count = kept.out_count + excluded.out_count,
  out_units = kept.out_units + excluded.out_units,
  swept_count = kept.swept_count + excluded.swept_count,
  swept_units = kept.swept_units + excluded.swept_units`

const DELETE_EMPTY_EXPOSURE = `
delete from chain_exposure gone using delta_exposure delta
where gone.address = delta.address and gone.token = delta.token and gone.hop = delta.hop
  and gone.counterparties = 0`

const MARK_EXPOSED_CHANGED =
  'insert into delta_changed_account select distinct address from delta_exposure'

/**
 * Computes the new level of each party to recheck; skips those that have no level and cannot get one. Of several levels
 * the nearest counts, and of several ways to it the one with the fewest steps: each step adds one, so that levels which
 * only have each other as a reason end.
 */
const FIND_CHANGED_LEVELS = `
with rechecked as (
  select distinct address from delta_taint_recheck
),
labelled as (
  select address, ${isEvm('address')} as is_evm,
    exists (${buildLabelSubquery('scam')}) as is_listed,
    exists (${buildLabelSubquery('service')}) or not ${isEvm('address')} and exists (
      select from chain_activity activity
      where activity.address = rechecked.address and activity.token = '${ALL_TOKENS}'
        and activity.senders >= ${SERVICE_COUNTERPARTIES}
        and activity.recipients >= ${SERVICE_COUNTERPARTIES}
    ) as is_service
  from rechecked
),
near as (
  select rechecked.*, near.level, near.steps
  from labelled rechecked
  left join lateral (
    select way.level, way.steps from (
      select 0 as level, 0 as steps where is_listed
      union all select 1, 0 where not is_service and exists (${buildCarriesTaintSubquery(0)})
      union all select 2, 0 where not is_service and exists (${buildCarriesTaintSubquery(1)})
      union all (${buildHoldersSubquery()})
    ) way
    order by way.level, way.steps limit 1
  ) near on true
),
judged as (
  select address, nearest.level, nearest.steps
  from near rechecked
  left join lateral (
    select way.level, way.steps from (
      select level, steps where level is not null
      union all (${buildFollowedSubquery()})
      union all (${buildUnseenSubquery()})
    ) way
    order by way.level, way.steps limit 1
  ) nearest on true
)
insert into delta_taint_level
select address, judged.level, judged.steps from judged left join chain_taint kept using (address)
where kept.level is distinct from judged.level or kept.steps is distinct from judged.steps`

/** A label of an account in the EVM is one of its owner. */
function buildLabelSubquery(kind: 'scam' | 'service'): string {
  const isCurrent = `label.kind = '${kind}' and label.removed_at is null`
  return `
    select from label_entry label where label.address = rechecked.address and ${isCurrent}
    union all
    select from chain_coa coa join label_entry label using (address)
    where coa.owner = rechecked.address and not coa.is_shared and ${isCurrent}`
}

/**
 * Builds the subquery that is true when the account carries taint: at least a tenth of what it
 * received in a token that it also sends (or in FLOW, which pays fees), or of what it sent
 * voluntarily, was with accounts `hop` hops from a listed one. NFTs are ignored, because they can
 * be sent to any account.
 */
function buildCarriesTaintSubquery(hop: 0 | 1): string {
  return `
    select from chain_exposure exposure join chain_activity activity using (address, token)
    where exposure.address = rechecked.address and exposure.hop = ${hop}
      and exposure.token <> '${NFTS}' and (
        exposure.in_units > 0 and exposure.in_units * ${CARRIER_DIVISOR} >= activity.received
          and (activity.sent > 0 or activity.token = $1)
        or exposure.out_units > 0 and exposure.out_units * ${CARRIER_DIVISOR} >= activity.sent
      )`
}

/** Builds the subquery of the levels of those who last held a Cadence-owned account that stands for nobody. */
function buildHoldersSubquery(): string {
  return `
    select taint.level, 0 from (
      select authorizer from chain_coa_act act
      where act.address = rechecked.address
      order by last_height desc, last_tx_index desc, authorizer limit ${MAX_COA_HOLDERS}
    ) holder
    join chain_taint taint on taint.address = holder.authorizer
    where is_evm and not is_service
      and exists (select from chain_coa coa where coa.address = rechecked.address and coa.is_shared)`
}

/**
 * Builds the subquery of the levels that an address in the EVM keeps: for each token that it also sends, or FLOW, that
 * of the nearest parties from which nine tenths of it came together. It reads all of these, so only where one of them can
 * be nearer than the level that is known.
 */
function buildFollowedSubquery(): string {
  const isFollowed = `nearer.level < 3 and nearer.steps < ${FOLLOWED_STEPS}`
  return `
    select case when ${isFollowed} then nearer.level else 3 end, nearer.steps + 1
    from chain_activity activity
    cross join lateral (
      select taint.level, taint.steps,
        sum(pair.in_units) over (order by taint.level, taint.steps) as units
      from chain_counterparty pair join chain_taint taint on taint.address = pair.counterparty
      where pair.address = activity.address and pair.token = activity.token
        and pair.hop is not null and pair.in_units > 0
    ) nearer
    where is_evm and not is_service and activity.address = rechecked.address
      and (rechecked.level is null or exists (
        select from chain_exposure exposure
        where exposure.address = rechecked.address and exposure.hop < rechecked.level
      ))
      and activity.token <> '${ALL_TOKENS}' and (activity.sent > 0 or activity.token = $1)
      and (${isFollowed} or nearer.steps < ${REMEMBERED_STEPS})
      and activity.received * ${FOLLOWED_TENTHS} <= 10 * (
        select sum(exposure.in_units) from chain_exposure exposure
        where exposure.address = activity.address and exposure.token = activity.token
      )
      and nearer.units * 10 >= activity.received * ${FOLLOWED_TENTHS}`
}

/** A tenth of what an address in the EVM that stands for itself got came from a source that no event shows. */
function buildUnseenSubquery(): string {
  return `
  select 3, 0 from chain_evm_balance balance
  where is_evm and not is_service and balance.address = rechecked.address
    and not exists (
      select from chain_coa coa where coa.address = balance.address and not coa.is_shared
    )
    and balance.gap >= ${MIN_UNSEEN_UNITS} and balance.gap * ${CARRIER_DIVISOR} >= balance.gap + (
      select coalesce(sum(activity.received), 0) from chain_activity activity
      where activity.address = rechecked.address and activity.token = $1
    )`
}

const DELETE_LEVELS = `
delete from chain_taint gone using delta_taint_level delta
where gone.address = delta.address and delta.new_level is null`

const SET_LEVELS = `
insert into chain_taint (address, level, steps)
select address, new_level, new_steps from delta_taint_level where new_level is not null
on conflict (address) do update set level = excluded.level, steps = excluded.steps`

/** From the first counterparty on, also where an earlier move is under way. */
const START_MOVES = `
insert into chain_taint_move (address, reached)
select address, '' from delta_taint_level
on conflict (address) do update set reached = excluded.reached`

/** Follows every address, which all begin with 0x: so a range of the index by authorizer is read, whatever is counted. */
const AFTER_ADDRESSES = '1'

/**
 * Sets the hop of pairs to the level of the account on their other side, for about $1 counterparties of at most $2
 * accounts; adds the differences to `delta_exposure`. The shared accounts in the EVM that an account holds are among its
 * counterparties here: anybody can have any number of them.
 */
const MOVE_COUNTERPARTIES = `
with sized as materialized (
  select move.address, move.reached, part.size, part.last,
    sum(part.size) over (order by move.address) - part.size as size_before
  from (select * from chain_taint_move order by address limit $2) move
  cross join lateral (
    select count(*) as size, max(counterparty) as last
    from (
      (
        select distinct counterparty from chain_counterparty
        where address = move.address and counterparty > move.reached
        order by counterparty limit $1
      )
      union (
        select address from chain_coa_act
        where not ${isEvm('move.address')}
          and (authorizer, address) > (move.address, move.reached)
          and (authorizer, address) < (move.address, '${AFTER_ADDRESSES}')
        order by authorizer, address limit $1
      )
      order by counterparty limit $1
    ) next
  ) part
),
chosen as materialized (
  select address, reached, size, last from sized where $1::bigint is null or size_before < $1
),
changed as (
  update chain_counterparty theirs set hop = taint.level
  from chosen
  join chain_counterparty ours on ours.address = chosen.address
    and ours.counterparty > chosen.reached and ours.counterparty <= chosen.last
  left join chain_taint taint on taint.address = chosen.address
  where theirs.address = ours.counterparty and theirs.counterparty = ours.address
    and theirs.token = ours.token and theirs.hop is distinct from taint.level
  returning new.*, old.hop as old_hop
),
exposed as (
  insert into delta_exposure
  select address, token, step.hop,
    sum(sign * (in_count + out_count > 0)::int),
    sum(sign * in_count), sum(sign * in_units),
    sum(sign * (out_count - taken_count)), sum(sign * (out_units - taken_units)),
    sum(sign * taken_count), sum(sign * taken_units)
  from changed
  cross join lateral (values (old_hop, -1), (changed.hop, 1)) as step (hop, sign)
  where step.hop is not null and token <> '${ALL_TOKENS}'
  group by address, token, step.hop
  returning address, hop
),
rechecked as (
  insert into delta_taint_recheck select distinct address from exposed where hop < 2
),
followers as (
  insert into delta_taint_recheck
  select followed.address from chosen cross join lateral (
    select counterparty as address from chain_counterparty
    where address = chosen.address and counterparty > chosen.reached
      and counterparty <= chosen.last and token = '${ALL_TOKENS}' and out_count > 0
      and ${isEvm('counterparty')}
    union all
    select address from chain_coa_act act
    where not ${isEvm('chosen.address')}
      and (authorizer, address) > (chosen.address, chosen.reached)
      and (authorizer, address) <= (chosen.address, chosen.last)
      and (select is_shared from chain_coa coa where coa.address = act.address)
    -- Not joined to the others, so that those of each account are found by its key.
    offset 0
  ) followed
),
finished as (
  delete from chain_taint_move done using chosen
  where done.address = chosen.address and ($1::bigint is null or chosen.size < $1)
),
advanced as (
  update chain_taint_move kept set reached = chosen.last
  from chosen where kept.address = chosen.address and chosen.size >= $1::bigint
)
select sum(greatest(size, 1))::int as moved from chosen`
