import { ALL_TOKENS } from '@app/score/facts.ts'
import type { EvmAddress, Party } from '@app/values/evm-address.ts'
import { type Kysely, sql } from 'kysely'
import { selectOwnAddresses } from '../../db/select-own-addresses.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { buildIsServiceCondition } from './read-account-summaries.ts'
import { buildSidesQuery, type TransferSide } from './read-transfers.ts'

export interface Contact {
  address: Party
  counterparty: Party
  received: bigint
  /** Of the account's own will. */
  paid: bigint
  taken: bigint
  /** Addresses of the EVM between the counterparty and the account whose hop it carries. */
  steps: number
}

/** Counterparties of one account that are looked at. */
const MAX_CANDIDATES = 1_000

/**
 * Reads for each account its counterparties at `hop` hops from a listed account (0: listed), those
 * with most transfers first.
 */
export async function readContacts(
  db: Kysely<Tables>,
  addresses: readonly Party[],
  { hop, limit }: { hop: 0 | 1 | 2; limit: number },
): Promise<Contact[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<Contact>`
    select wanted.address, contact.*, coalesce(taint.steps, 0) as steps
    from unnest(${[...addresses]}::text[]) with ordinality as wanted (address, place)
    cross join lateral (
      select counterparty, sum(in_count) as received, sum(out_count - taken_count) as paid,
        sum(taken_count) as taken
      from (
        select * from chain_counterparty
        where address = wanted.address and hop = ${hop}
        order by counterparty limit ${MAX_CANDIDATES}
      ) pair
      where token <> ${ALL_TOKENS} and in_count + out_count > 0
      group by counterparty order by sum(in_count + out_count) desc, counterparty limit ${limit}
    ) contact
    left join chain_taint taint on taint.address = contact.counterparty
    order by wanted.place, received + paid + taken desc, counterparty`.execute(db)
  return rows
}

/** An address of the EVM at the end of a path, which carries the hop of somebody before it. */
export interface CarrierEnd {
  address: EvmAddress
  steps: number
}

/**
 * Reads for each end who paid it most among those that are one step nearer to the account whose hop it carries; of a
 * Cadence-owned account that carries the hop of whoever acted with it, that one, also without a payment.
 */
export async function readSources(
  db: Kysely<Tables>,
  ends: readonly CarrierEnd[],
  hop: 0 | 1 | 2,
): Promise<Contact[]> {
  if (ends.length === 0) return []
  const { rows } = await sql<Contact>`
    select wanted.address, source.*, 0 as paid, 0 as taken
    from unnest(
      ${ends.map(({ address }) => address)}::text[], ${ends.map(({ steps }) => steps)}::integer[]
    ) as wanted (address, own_steps)
    cross join lateral (
      (select pair.counterparty, sum(in_count) as received, taint.steps
       from chain_counterparty pair join chain_taint taint on taint.address = pair.counterparty
       where own_steps > 0 and taint.steps = own_steps - 1 and pair.address = wanted.address
         and pair.hop = ${hop} and pair.token <> ${ALL_TOKENS} and pair.in_count > 0
       group by pair.counterparty, taint.steps
       order by received desc, pair.counterparty limit 1)
      union all
      (${buildHolderQuery(hop)})
    ) source`.execute(db)
  return rows
}

/** Builds the query of who acted with `wanted.address` and paid it most, unless that is listed itself. */
const buildHolderQuery = (hop: 0 | 1 | 2) => sql`
  select act.authorizer, coalesce(paid.received, 0) as received, 0
  from chain_coa_act act
  join chain_taint taint on taint.address = act.authorizer and taint.level = ${hop}
  cross join lateral (
    select sum(in_count) as received from chain_counterparty pair
    where pair.address = act.address and pair.counterparty = act.authorizer
      and pair.token <> ${ALL_TOKENS}
  ) paid
  where own_steps = 0 and act.address = wanted.address and not exists (
    select from label_entry label
    where label.address = wanted.address and label.kind = 'scam' and label.removed_at is null
  )
  order by received desc, act.authorizer limit 1`

interface Listing {
  address: Party
  source: string
  kind: string
}

/** Reads for each listed account the current entry with the highest confidence. */
export async function readListings(
  db: Kysely<Tables>,
  addresses: readonly Party[],
): Promise<Listing[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<Listing>`
    select distinct on (wanted.address) wanted.address, label.source, label.kind
    from unnest(${[...addresses]}::text[]) as wanted (address)
    cross join lateral (${selectOwnAddresses(sql.ref('wanted.address'))}) own
    join label_entry label on label.address = own.address
    where label.kind = 'scam' and label.removed_at is null
    order by wanted.address, label.confidence desc, label.source`.execute(db)
  return rows
}

export async function readLists(
  db: Kysely<Tables>,
  address: Party,
): Promise<{ isLoaded: boolean; isListed: boolean }> {
  const any = db
    .selectFrom('label_entry')
    .select('id')
    .where('kind', '=', 'scam')
    .where('removed_at', 'is', null)
    .limit(1)
  const [loaded, own] = await Promise.all([any.executeTakeFirst(), readListings(db, [address])])
  return { isLoaded: loaded !== undefined, isListed: own.length > 0 }
}

/** Counterparties of either end between which a link is searched. */
const MAX_ENDS = 300

/**
 * Reads the accounts between two others, at most `limit` chains of the smallest number of them: none
 * (the two exchanged transfers), one or two; an empty list when there is no such chain. Services are
 * between them only when nothing else is.
 */
export async function readLinks(
  db: Kysely<Tables>,
  { from, to, limit }: { from: Party; to: Party; limit: number },
): Promise<Party[][]> {
  if (await hasTransfers(db, from, to)) return [[]]
  const { rows } = await sql<{ first: Party; second: Party | null }>`
    with ${buildEndQuery('near', from)}, ${buildEndQuery('far', to)},
    one as (
      select near.counterparty as first, null as second, near.is_service
      from near join far using (counterparty)
    ),
    two as (
      select near.counterparty as first, far.counterparty as second,
        near.is_service or far.is_service as is_service
      from near cross join far
      where not exists (select from one where not is_service)
        and near.counterparty <> ${to} and far.counterparty <> ${from}
        and exists (
          select from chain_counterparty link
          where link.address = near.counterparty and link.counterparty = far.counterparty
            and link.in_count + link.out_count > 0
        )
    )
    select first, second from (select * from one union all select * from two) link
    order by is_service, second is not null, first, second limit ${limit}`.execute(db)
  const isOne = rows[0]?.second === null
  return rows
    .filter(({ second }) => (second === null) === isOne)
    .map(({ first, second }) => (second === null ? [first] : [first, second]))
}

const buildEndQuery = (name: 'near' | 'far', address: Party) => sql`
  ${sql.ref(name)} as materialized (
    select counterparty, ${buildIsServiceCondition(sql.ref('pair.counterparty'))} as is_service
    from (
      select counterparty from chain_counterparty
      where address = ${address} and token <> ${ALL_TOKENS} and in_count + out_count > 0
      group by counterparty order by counterparty limit ${MAX_ENDS}
    ) pair
  )`

async function hasTransfers(db: Kysely<Tables>, from: Party, to: Party): Promise<boolean> {
  const row = await db
    .selectFrom('chain_counterparty')
    .select('token')
    .where('address', '=', from)
    .where('counterparty', '=', to)
    .where(sql<boolean>`in_count + out_count > 0`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * How money moved in one step of a path, seen from `address`; `acted`: the counterparty acted with this account in the
 * EVM, and did not pay it.
 */
export type Direction = 'received' | 'paid' | 'taken' | 'any' | 'acted'

export interface TransferStep {
  address: Party
  counterparty: Party
  direction: Direction
  /** As in `Contact`. */
  steps: number
}

/** Newest transfers of a pair among which the one of a step is chosen. */
const MAX_COMPARED = 50

/**
 * Reads for each step the largest of its newest transfers in its direction, not the gas that was paid beside it: for what
 * was taken, one that left the account empty or in a transaction of another; for what was paid, preferably another one.
 */
export async function readStepTransfers(
  db: Kysely<Tables>,
  steps: readonly TransferStep[],
): Promise<(TransferSide | null)[]> {
  if (steps.length === 0) return []
  const acts = await readActs(
    db,
    steps.filter(({ direction }) => direction === 'acted'),
  )
  const pair = sql`address = step.address and counterparty = step.counterparty
    and (step.direction = 'any' or (side = 'in') = (step.direction = 'received'))`
  const { rows } = await sql<TransferSide & { place: number }>`
    select step.place, best.*
    from unnest(
      ${steps.map(({ address }) => address)}::text[],
      ${steps.map(({ counterparty }) => counterparty)}::text[],
      ${steps.map(({ direction }) => direction)}::text[]
    ) with ordinality as step (address, counterparty, direction, place)
    cross join lateral (
      select * from (${buildSidesQuery(pair, MAX_COMPARED)}) move
      order by step.direction <> 'any' and is_taken <> (step.direction = 'taken'),
        is_nft,
        units desc, height desc, tx_index desc, event_index desc
      limit 1
    ) best`.execute(db)
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]))
  return steps.map((step, index) =>
    step.direction === 'acted'
      ? (acts.find((act) => act.address === step.address) ?? null)
      : (byPlace.get(index + 1) ?? null),
  )
}

/** Reads where the counterparty of each step acted first with its account in the EVM. */
async function readActs(
  db: Kysely<Tables>,
  steps: readonly TransferStep[],
): Promise<TransferSide[]> {
  if (steps.length === 0) return []
  const { rows } = await sql<TransferSide>`
    select address, first_height as height, first_tx_index as tx_index,
      first_event_index as event_index, 0 as split_index, 'in' as side,
      authorizer as counterparty, '' as type, 0::numeric as units, first_tx_id as tx_id,
      first_ms as block_ms, false as is_nft, true as is_act, evm.evm_hash, evm.evm_height
    from unnest(
      ${steps.map(({ address }) => address)}::text[],
      ${steps.map(({ counterparty }) => counterparty)}::text[]
    ) as step (address, authorizer)
    join chain_coa_act act using (address, authorizer)
    left join chain_evm_transaction evm on evm.height = first_height
      and evm.tx_index = first_tx_index and evm.event_index = first_event_index`.execute(db)
  return rows
}
