import type pg from 'pg'
import type { RangeRows } from '../decode/build-rows.ts'
import {
  buildRemovedTransferInsert,
  buildTransferDeltaInsert,
  clearDeltaTables,
} from '../sums/delta-tables.ts'
import { markOwnChildren } from '../sums/own-places.ts'
import {
  buildUnnest,
  COA_ACT_TABLE,
  COA_MOVE_TABLE,
  TRANSFER_TABLE,
  toColumnArrays,
} from './raw-tables.ts'

/** Transfers of Cadence-owned accounts that one transaction rewrites, so that it takes about a second. */
const MOVES_PER_TRANSACTION = 5_000

/** How many Cadence-owned accounts are rewritten together. */
const COAS_AT_ONCE = 16

/**
 * Notes who acted with Cadence-owned accounts. Returns those that stand for others now than before; they are put
 * into `chain_coa_rewrite`. The account events of the range must be stored already.
 */
export async function writeCoaActs(
  client: pg.ClientBase,
  { coaActs, accountEvents }: Pick<RangeRows, 'coaActs' | 'accountEvents'>,
): Promise<string[]> {
  const deployers = accountEvents.filter(({ kind }) => kind === 'contract_added')
  if (coaActs.length === 0 && deployers.length === 0) return []
  if (coaActs.length > 0) await client.query(ADD_ACTS, toColumnArrays(COA_ACT_TABLE, coaActs))
  const addresses = new Set(coaActs.map(({ address }) => address))
  const owners = new Set(deployers.map(({ address }) => address))
  const touched = [[...addresses], [...owners]]
  await client.query(RECHECK_ACTING, touched)
  const { rows } = await client.query<{ address: string }>(UPDATE_COAS, touched)
  return rows.map(({ address }) => address)
}

const FIRST_COLUMNS = [
  'first_height',
  'first_tx_index',
  'first_event_index',
  'first_tx_id',
  'first_ms',
]

const IS_EARLIER = `(excluded.first_height, excluded.first_tx_index, excluded.first_event_index)
  < (kept.first_height, kept.first_tx_index, kept.first_event_index)`

const ADD_ACTS = `
with act as (${buildUnnest(COA_ACT_TABLE)}),
earliest as (
  select distinct on (address, authorizer) * from act
  order by address, authorizer, height, tx_index, event_index
),
total as (
  select address, authorizer, bool_and(is_sole) as is_sole,
    max(array[height, tx_index::bigint]) as latest
  from act group by address, authorizer
)
insert into chain_coa_act as kept (
  address, authorizer, is_sole, ${FIRST_COLUMNS.join(', ')}, last_height, last_tx_index
)
select address, authorizer, total.is_sole, height, tx_index, event_index, tx_id, block_ms,
  latest[1], latest[2]
from earliest join total using (address, authorizer)
on conflict (address, authorizer) do update set
  is_sole = kept.is_sole and excluded.is_sole,
  ${FIRST_COLUMNS.map((name) => `${name} = case when ${IS_EARLIER} then excluded.${name} else kept.${name} end`).join(',\n  ')},
  last_height = greatest(kept.last_height, excluded.last_height),
  last_tx_index = case when excluded.last_height = kept.last_height
    then greatest(kept.last_tx_index, excluded.last_tx_index)
    when excluded.last_height > kept.last_height then excluded.last_tx_index
    else kept.last_tx_index end`

/** The Cadence-owned accounts $1, and those that stand for one of $2. */
const TOUCHED = `
  select unnest($1::text[]) as address
  union select address from chain_coa where owner = any($2::text[])`

const RECHECK_ACTING = `
insert into delta_taint_recheck ${TOUCHED}`

/** After every block. */
const NO_END = '9000000000000000'

/**
 * Whoever alone acts with one first owns it, unless contracts run in that account: whose it is then, these decide.
 * Where the owner stays, only what is between the old and the new end has to be rewritten.
 */
const UPDATE_COAS = `
with judged as (
  select touched.address, former.authorizer as owner, next.first_height as until_height,
    next.first_tx_index as until_tx_index
  from (${TOUCHED}) touched
  left join lateral (${buildHolderQuery(1)}) next on true
  left join lateral (
    select authorizer from (${buildHolderQuery(0)}) first
    where not exists (
      select from chain_account_event event
      where event.address = first.authorizer and event.kind = 'contract_added'
    ) and (next.authorizer is null
      or (first_height, first_tx_index) < (next.first_height, next.first_tx_index))
  ) former on true
),
changed as (
  insert into chain_coa as kept (address, owner, until_height, until_tx_index, is_shared)
  select address, owner, case when owner is not null then until_height end,
    case when owner is not null then until_tx_index end, owner is null or until_height is not null
  from judged
  on conflict (address) do update set owner = excluded.owner,
    until_height = excluded.until_height, until_tx_index = excluded.until_tx_index,
    is_shared = excluded.is_shared
  where kept.owner is distinct from excluded.owner
    or kept.until_height is distinct from excluded.until_height
    or kept.until_tx_index is distinct from excluded.until_tx_index
  returning new.address, new.owner, new.owner is distinct from old.owner as is_other,
    old.owner as former_owner,
    ${buildEnd('old')} as old_end, ${buildEnd('new')} as new_end
),
rechecked as (
  insert into delta_taint_recheck
  select unnest(array_remove(array[owner, former_owner], null)) from changed
),
queued as (
  insert into chain_coa_rewrite as kept (
    address, former_owners, height, tx_index, event_index, split_index, end_height, end_tx_index
  )
  select address, array_remove(array[former_owner], null),
    case when is_other then -1 else (least(old_end, new_end))[1] end,
    case when is_other then 0 else (least(old_end, new_end))[2] end, -1, 0,
    (greatest(old_end, new_end))[1], (greatest(old_end, new_end))[2]
  from changed
  where exists (select from chain_coa_move move where move.address = changed.address)
  on conflict (address) do update set
    former_owners = kept.former_owners || excluded.former_owners,
    (height, tx_index, event_index, split_index) = (
      select * from (values
        (kept.height, kept.tx_index, kept.event_index, kept.split_index),
        (excluded.height, excluded.tx_index, excluded.event_index, excluded.split_index)
      ) start order by 1, 2, 3, 4 limit 1
    ),
    (end_height, end_tx_index) = (
      select * from (values
        (kept.end_height, kept.end_tx_index), (excluded.end_height, excluded.end_tx_index)
      ) stop order by 1 desc, 2 desc limit 1
    )
)
select address from changed`

/** Without an owner nothing is replaced, as before every block. */
function buildEnd(row: 'old' | 'new'): string {
  return `case when ${row}.owner is null then array[-1, 0]::bigint[]
    when ${row}.until_height is null then array[${NO_END}, 0]
    else array[${row}.until_height, ${row}.until_tx_index] end`
}

export function buildHolderQuery(place: 0 | 1): string {
  return `
    select * from chain_coa_act act where act.address = touched.address
    order by first_height, first_tx_index, authorizer limit 1 offset ${place}`
}

/**
 * Builds SQL, after a `with` clause that ends with the new rows of `chain_coa_move`, that inserts their
 * transfers into `chain_transfer` and `delta_move`.
 */
export function buildCoaMoveDeltaInsert(source: string): string {
  return `, transferred as (
    insert into chain_transfer (${Object.keys(TRANSFER_TABLE.columns).join(', ')})
    ${markOwnChildren(buildTransfersQuery(source))}
    on conflict do nothing returning *
  )
  ${buildTransferDeltaInsert('transferred')}`
}

export function buildMoveInsert(source: string): string {
  const columns = Object.keys(COA_MOVE_TABLE.columns).join(', ')
  return `insert into chain_coa_move (${columns}) select ${columns} from ${source}`
}

/** What the rows of a transfer have in common; the other column says of which Cadence-owned account it is. */
const MOVE_COLUMN_NAMES = Object.keys(COA_MOVE_TABLE.columns).filter((name) => name !== 'address')

const MOVE_COLUMNS = MOVE_COLUMN_NAMES.join(', ')

/** The parties of a move, each with a name for the Cadence-owned account that it can be. */
const OWNED_ENDS = [
  ['sender', 'payer'],
  ['recipient', 'payee'],
  ['initiator', 'starter'],
] as const

/**
 * Builds the query of the transfers for the moves of `source`, from and to the parties for which Cadence-owned
 * accounts stand. What goes from an account to its own or back has one side, with the place 'evm'. Who started one in the EVM took it from whoever
 * else pays it; who brought its transaction to the chain did nothing.
 */
function buildTransfersQuery(source: string): string {
  const isStarter = 'party.initiator = side.address'
  const isOwn = 'party.sender is not distinct from party.recipient'
  const flags = {
    is_initiated: `case when move.initiator is not null then ${isStarter} else side.side = 'out' and move.is_initiated end`,
    is_swept: `side.side = 'out' and case when move.initiator is null then move.is_swept else not ${isStarter} end`,
    is_emptied: `side.side = 'out' and move.is_emptied`,
    is_dust: `side.side = 'in' and move.is_dust and not ${isOwn}`,
  }
  const named: Readonly<Record<string, string>> = {
    address: 'side.address',
    side: 'side.side',
    counterparty: 'nullif(side.counterparty, side.address)',
    ...flags,
    own_place: `case when ${isOwn} then 'evm' end`,
    is_in_evm: `side.raw <> side.address or ${IS_HANDED_OVER}`,
  }
  const columns = Object.keys(TRANSFER_TABLE.columns).map(
    (name) => `${named[name] ?? `move.${name}`} as ${name}`,
  )
  return `
    select ${columns.join(', ')}
    from (select distinct ${MOVE_COLUMNS} from ${source}) move
    ${OWNED_ENDS.map(
      ([end, coa]) => `left join chain_coa ${coa} on ${coa}.address = move.${end}
      and (${coa}.until_height is null
        or (move.height, move.tx_index) < (${coa}.until_height, ${coa}.until_tx_index))`,
    ).join('\n    ')}
    cross join lateral (
      select ${OWNED_ENDS.map(([end, coa]) => `coalesce(${coa}.owner, move.${end}) as ${end}`).join(', ')}
    ) party
    cross join lateral (values
      (party.sender, 'out', party.recipient, move.sender),
      (party.recipient, 'in', party.sender, move.recipient)
    ) side (address, side, counterparty, raw)
    where side.address is not null and (not ${isOwn} or side.raw = side.address)`
}

/** The owner loses what lies there. */
const IS_HANDED_OVER = "(move.split_index < 0 and side.side = 'out')"

/**
 * Rewrites transfers of Cadence-owned accounts that stand for another party than before: the rows in
 * `chain_transfer`, and the differences in `delta_move`. Returns whether there were any. What is beyond the limit stays for
 * later transactions.
 */
export async function rewriteCoaMoves(
  client: pg.ClientBase,
  limit = MOVES_PER_TRANSACTION,
): Promise<boolean> {
  const { rowCount: waiting } = await client.query('select from chain_coa_rewrite limit 1')
  if (waiting === 0) return false
  await clearDeltaTables(client, ['delta_coa_move'])
  await client.query(CHOOSE_MOVES, [limit, COAS_AT_ONCE])
  await client.query(REMOVE_TRANSFERS)
  await client.query(ADVANCE_REWRITES)
  await client.query(DELETE_FINISHED)
  await client.query(`with nothing as (select) ${buildCoaMoveDeltaInsert('delta_coa_move')}`)
  return true
}

const MOVE_POSITION = 'move.height, move.tx_index, move.event_index, move.split_index'
const ENDS_POSITION = MOVE_POSITION.replaceAll('move.', 'ends.')
const REACHED = 'queue.height, queue.tx_index, queue.event_index, queue.split_index'

/** A move that is still to be rewritten. */
const IS_LEFT = `move.address = queue.address and (${MOVE_POSITION}) > (${REACHED})
    and (move.height, move.tx_index) <= (queue.end_height, queue.end_tx_index)`

const CHOOSE_MOVES = `
insert into delta_coa_move (address, ${MOVE_COLUMNS})
select chosen.address, ${MOVE_COLUMN_NAMES.map((name) => `chosen.${name}`).join(', ')}
from (select * from chain_coa_rewrite order by address limit $2) queue
cross join lateral (
  select move.* from chain_coa_move move
  where ${IS_LEFT}
  order by ${MOVE_POSITION} limit $1
) chosen
order by chosen.address, ${MOVE_POSITION.replaceAll('move.', 'chosen.')}
limit $1`

/** Whoever an end stood for or stands for now can have the row. */
const REMOVE_TRANSFERS = `
with ends as (
  select distinct ${MOVE_POSITION}, raw.party as address
  from delta_coa_move move cross join lateral (values (sender), (recipient)) raw (party)
  where raw.party is not null
),
party as (
  select * from ends
  union select ${ENDS_POSITION}, owner from ends
    join chain_coa using (address) where owner is not null
  union select ${ENDS_POSITION}, unnest(former_owners) from ends
    join chain_coa_rewrite using (address)
),
gone as (
  delete from chain_transfer kept using party
  where kept.address = party.address and kept.height = party.height
    and kept.tx_index = party.tx_index and kept.event_index = party.event_index
    and kept.split_index = party.split_index
  returning kept.*
)
${buildRemovedTransferInsert('gone')}`

const ADVANCE_REWRITES = `
update chain_coa_rewrite queue set height = reached.height, tx_index = reached.tx_index,
  event_index = reached.event_index, split_index = reached.split_index
from (
  select distinct on (address) * from delta_coa_move move
  order by address, ${MOVE_POSITION.replaceAll(',', ' desc,')} desc
) reached
where queue.address = reached.address`

const DELETE_FINISHED = `
delete from chain_coa_rewrite queue
where not exists (select from chain_coa_move move where ${IS_LEFT})`
