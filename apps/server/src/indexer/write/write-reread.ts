import type { Network } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import type pg from 'pg'
import { withTransaction } from '../../db/create-pool.ts'
import { lockUntilCommit } from '../../db/locks.ts'
import type { DecodedRow } from '../../db/tables/chain-tables.ts'
import type { RangeRows } from '../decode/build-rows.ts'
import { getDecoding } from '../decode/decoding.ts'
import { addDeltasToSums, markAccountsChanged } from '../sums/apply-sums.ts'
import {
  buildRemovedTransferInsert,
  buildStakeActDeltaInsert,
  createDeltaTables,
} from '../sums/delta-tables.ts'
import { settleOwnPlaces } from '../sums/own-places.ts'
import { buildUnnest, STAKE_ACT_TABLE, TRANSFER_TABLE, toColumnArrays } from './raw-tables.ts'
import { addDecodedRange, takeDecodedBlocks } from './write-decoded.ts'
import { writeRows } from './write-rows.ts'

export interface RereadInput {
  network: Network
  rows: RangeRows
  decoding: number
  /** The range that an earlier decoding has read, of which the upper part was read again. */
  outdated: DecodedRow
  /** The lowest block that was read again, and the id of the block below it. */
  fromHeight: number
  parentId: string
}

/**
 * Writes what another decoding makes of blocks that are indexed, in one transaction: removes transfers that it does not
 * have in the same form, adds rows that are missing, and corrects the sums. Returns false without writing when another
 * process has read them.
 */
export function writeReread(pool: pg.Pool, reread: RereadInput): Promise<boolean> {
  const { network, rows, decoding, outdated, fromHeight } = reread
  return withTransaction(pool, async (client) => {
    await lockUntilCommit(client, 'sums')
    if (!(await takeDecodedBlocks(client, outdated, reread))) return false
    await addDecodedRange(client, { ...outdated, from_height: fromHeight, decoding })
    await createDeltaTables(client)
    const flowToken = buildFlowVaultTypeId(network)
    const hasRemovals = await removeOutdated(client, reread)
    const hasRewrites = await writeRows(client, withNewSkips(reread), { flowToken })
    await client.query(RECHECK_STAKES, toColumnArrays(STAKE_ACT_TABLE, rows.stakeActs))
    await addDeltasToSums(client, { flowToken, hasRemovals: hasRemovals || hasRewrites })
    await markAccountsChanged(client)
    await settleOwnPlaces(client, { flowToken })
    await client.query("select pg_notify('chain_advanced', $1)", [String(outdated.to_height)])
    return true
  })
}

/** What could not be read in the EVM is a number, which the first decoding that knows the EVM adds up. */
const withNewSkips = ({ rows, outdated }: RereadInput): RangeRows =>
  getDecoding(outdated.decoding).without.includes('evm') ? rows : { ...rows, evmSkips: [] }

/** A known move of a stake can have another transfer now, which was not told yet that others move the stake, too. */
const RECHECK_STAKES = `
with act as (${buildUnnest(STAKE_ACT_TABLE)}) ${buildStakeActDeltaInsert('act')}`

/**
 * Deletes the transfers that the new rows do not have in this form, but not those that follow from moves of
 * Cadence-owned accounts. Returns whether there were any.
 */
async function removeOutdated(
  client: pg.ClientBase,
  { rows, fromHeight, outdated }: Pick<RereadInput, 'rows' | 'fromHeight' | 'outdated'>,
): Promise<boolean> {
  const arrays = toColumnArrays(TRANSFER_TABLE, rows.transfers)
  const range = [fromHeight, outdated.to_height]
  const { rows: removed } = await client.query<{ count: number }>(REMOVE_OUTDATED, [
    ...arrays,
    listParties(rows),
    ...range,
  ])
  return removed[0]?.count !== 0
}

/** Everybody of whom there are rows: nobody else had one before, but who paid them or was paid. */
function listParties({ transfers, coaMoves, transactions }: RangeRows): string[] {
  const parties = new Set<string>()
  for (const { address } of [...transfers, ...transactions]) parties.add(address)
  for (const { sender, recipient } of coaMoves)
    for (const end of [sender, recipient]) if (end !== null) parties.add(end)
  return [...parties]
}

const COLUMNS = Object.keys(TRANSFER_TABLE.columns)
/** Without the place, which other rows decide: it is found out again. */
const FORM = COLUMNS.filter((name) => name !== 'own_place')
const POSITION = ['height', 'tx_index', 'event_index', 'split_index']
const list = (table: string, names: readonly string[]): string =>
  names.map((name) => `${table}.${name}`).join(', ')
const [PARTIES, FROM, TO] = [1, 2, 3].map((index) => `$${COLUMNS.length + index}`)

const REMOVE_OUTDATED = `
with read as (select * from (${buildUnnest(TRANSFER_TABLE)}) as read (${COLUMNS.join(', ')})),
named as (select unnest(${PARTIES}::text[]) as address),
party as (
  select address from named
  union select counterparty from named join chain_transfer using (address)
  where height between ${FROM} and ${TO} and counterparty is not null
),
gone as (
  delete from chain_transfer kept using party
  where kept.address = party.address and kept.height between ${FROM} and ${TO}
    and not exists (
      select from read where (${list('read', FORM)}) is not distinct from (${list('kept', FORM)})
    )
    and not exists (
      select from chain_coa_move move where (${list('move', POSITION)}) = (${list('kept', POSITION)})
    )
  returning kept.*
),
removed as (${buildRemovedTransferInsert('gone')} returning 1)
select count(*)::int as count from removed`
