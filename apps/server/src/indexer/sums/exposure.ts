import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import { FatalError } from '@app/values/errors.ts'
import { SERVICE_COUNTERPARTIES } from '@app/values/limits.ts'
import type pg from 'pg'
import { clearDeltaTables } from './delta-tables.ts'

/**
 * Divisor of the share that makes an account a carrier of taint: one tenth of its amounts in one
 * token.
 */
const CARRIER_DIVISOR = 10

/**
 * Maximum number of rounds without a limit. Levels settle from 0 to 2, one per round, and level 2 changes no
 * other level. More rounds would mean that levels do not depend on labels and sums alone.
 */
const MAX_ROUNDS = 5

/**
 * Counterparties whose pairs one transaction moves to another hop, so that it takes less than a second and the
 * writing of new blocks does not wait for longer.
 */
const COUNTERPARTIES_PER_TRANSACTION = 500

/** How many moved accounts are looked at together. */
const MOVES_AT_ONCE = 64

/** Adds the changes of pairs with tainted counterparties to the exposure. */
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

/** Marks accounts with new moves for a taint recheck. */
export const RECHECK_MOVERS =
  'insert into delta_taint_recheck select address from delta_move group by address'

export interface TaintOptions {
  /** Type identifier of the FLOW vault. */
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
  await clearDeltaTables(client, ['delta_exposure', 'delta_taint_level'])
  const { rowCount } = await client.query(FIND_CHANGED_LEVELS, [flowToken])
  await clearDeltaTables(client, ['delta_taint_recheck'])
  if (rowCount === 0) return false
  await client.query(DELETE_LEVELS)
  await client.query(SET_LEVELS)
  await client.query(START_MOVES)
  return true
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
 * Computes the new level of each account to recheck; skips accounts that have no level and cannot
 * get one.
 */
const FIND_CHANGED_LEVELS = `
with rechecked as (
  select distinct address from delta_taint_recheck
),
judged as (
  select address, kept.level as old_level, case
    when exists (${buildLabelSubquery('scam')}) then 0
    when exists (${buildLabelSubquery('service')}) or exists (
      select from chain_activity activity
      where activity.address = rechecked.address and activity.token = '${ALL_TOKENS}'
        and activity.senders >= ${SERVICE_COUNTERPARTIES}
        and activity.recipients >= ${SERVICE_COUNTERPARTIES}
    ) then null
    when exists (${buildCarriesTaintSubquery(0)}) then 1
    when exists (${buildCarriesTaintSubquery(1)}) then 2
  end as new_level
  from rechecked left join chain_taint kept using (address)
)
insert into delta_taint_level
select address, old_level, new_level from judged where old_level is distinct from new_level`

function buildLabelSubquery(kind: 'scam' | 'service'): string {
  return `
    select from label_entry label
    where label.address = rechecked.address and label.kind = '${kind}' and label.removed_at is null`
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

const DELETE_LEVELS = `
delete from chain_taint gone using delta_taint_level delta
where gone.address = delta.address and delta.new_level is null`

const SET_LEVELS = `
insert into chain_taint (address, level)
select address, new_level from delta_taint_level where new_level is not null
on conflict (address) do update set level = excluded.level`

/** From the first counterparty on, also where an earlier move is under way. */
const START_MOVES = `
insert into chain_taint_move (address, reached)
select address, '' from delta_taint_level
on conflict (address) do update set reached = excluded.reached`

/**
 * Sets the hop of pairs to the level of the account on their other side, for about $1 counterparties of at most $2
 * accounts; adds the differences to `delta_exposure`.
 */
const MOVE_COUNTERPARTIES = `
with sized as materialized (
  select move.address, move.reached, part.size, part.last,
    sum(part.size) over (order by move.address) - part.size as size_before
  from (select * from chain_taint_move order by address limit $2) move
  cross join lateral (
    select count(*) as size, max(counterparty) as last
    from (
      select distinct counterparty from chain_counterparty
      where address = move.address and counterparty > move.reached
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
finished as (
  delete from chain_taint_move done using chosen
  where done.address = chosen.address and ($1::bigint is null or chosen.size < $1)
),
advanced as (
  update chain_taint_move kept set reached = chosen.last
  from chosen where kept.address = chosen.address and chosen.size >= $1::bigint
)
select sum(size)::int as moved from chosen`
