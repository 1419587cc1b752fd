import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { createEventFields, type MirroredEvent, type StoredEvent } from './event-fields.ts'
import * as proposals from './write-proposal-events.ts'
import * as protection from './write-protection-events.ts'

/** Writes what an event reports; returns the proposals (numbers) and addresses that changed. */
type Writer = (db: Kysely<Tables>, event: MirroredEvent) => Promise<readonly string[]>

const WRITERS: Readonly<Record<string, Writer>> = {
  'DharmaConsent.Accepted': proposals.writeAccepted,
  'DharmaGovernance.ProposalCreated': proposals.writeProposal,
  'DharmaGovernance.VoteCast': proposals.writeVote,
  'DharmaProposals.StatusChanged': proposals.writeStatus,
  'DharmaGovernance.ProposalExecuted': proposals.writeExecution,
  'DharmaProtection.Flagged': protection.writeFlag,
  'DharmaProtection.FlagLifted': protection.writeFlagLift,
  'DharmaProtection.FlagBarred': protection.writeFlagBar,
  'DharmaProtection.Frozen': protection.writeFreeze,
  'DharmaProtection.FreezeOverruled': protection.writeFreezeOverruling,
  'DharmaProtection.FreezeEnded': protection.writeFreezeEnd,
  'DharmaProtection.AppealOpened': protection.writeAppeal,
  'DharmaProtection.AppealClosed': protection.writeAppealEnd,
  'DharmaReports.Reported': writeReport,
  'DharmaReports.ReportWithdrawn': writeReport,
  'DharmaReports.Vouched': writeReport,
  'DharmaReports.VouchWithdrawn': writeReport,
  'DharmaVault.Opened': writeVault,
  'DharmaVault.Closed': writeVault,
}

/** Published scores are no part of the tables: they are read where they are, in api/score/read-publications.ts. */
export const PUBLICATION_EVENT = 'DharmaScore.ScorePublished'

/** Other rooms read these where they are, such as the agent announced rechecks in agent/keeper/read-due-rows.ts. */
const NOT_MIRRORED: ReadonlySet<string> = new Set([
  PUBLICATION_EVENT,
  'DharmaRecheck.RecheckDue',
  'DharmaScore.PublisherDismissed',
])

/**
 * Writes an event. The result does not depend on the order of events, and writing one again
 * changes nothing. Returns the numbers of proposals and the addresses that changed.
 */
export async function applyEvent(
  db: Kysely<Tables>,
  event: StoredEvent,
): Promise<readonly string[]> {
  if (NOT_MIRRORED.has(event.type)) return []
  const write = WRITERS[event.type]
  if (write === undefined) throw new TypeError(`The event ${event.type} is not mirrored.`)
  const at = Math.floor(event.block_ms / 1000)
  return await write(db, { ...event, at, read: createEventFields(event) })
}

/**
 * Keeps the latest message of a person about an address, by its place on the chain. The first version of the contract
 * emitted no score.
 */
async function writeReport(db: Kysely<Tables>, event: MirroredEvent) {
  const { read, at, height, tx_index, event_index, tx_id, type } = event
  const isReport = type.startsWith('DharmaReports.Report')
  const address = read.address('address')
  const isStatement = !type.endsWith('Withdrawn')
  const row = {
    sequence: read.integer('sequence'),
    is_withdrawn: !isStatement,
    reason_hash: type === 'DharmaReports.Reported' ? read.text('reasonHash') : null,
    score_tenths: isStatement && 'scoreTenths' in event.fields ? read.integer('scoreTenths') : null,
    at,
    height,
    tx_index,
    event_index,
    tx_id,
  }
  await db
    .insertInto('dao_report')
    .values({
      address,
      person: read.address(isReport ? 'reporter' : 'voucher'),
      kind: isReport ? 'report' : 'vouch',
      ...row,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'person', 'kind'])
        .doUpdateSet(row)
        .where(
          sql<boolean>`(dao_report.height, dao_report.tx_index, dao_report.event_index)
            < (${height}, ${tx_index}, ${event_index})`,
        ),
    )
    .execute()
  return [address]
}

/** Keeps the latest opening, or closing, of the guarded vault of an owner. */
async function writeVault(db: Kysely<Tables>, { read, at, type }: MirroredEvent) {
  const owner = read.address('address')
  const column = type === 'DharmaVault.Opened' ? 'opened_at' : 'closed_at'
  const latest = sql<number>`greatest(${sql.ref(`dao_vault.${column}`)}, ${at}::bigint)`
  await db
    .insertInto('dao_vault')
    .values({ owner, [column]: at })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ [column]: latest }))
    .execute()
  return [owner]
}

/** Reads the next events that the mirror has not applied, oldest write first. */
export async function readNewEvents(db: Kysely<Tables>, limit: number): Promise<StoredEvent[]> {
  return await db
    .selectFrom('chain_contract_event')
    .select(['seq', 'height', 'tx_index', 'event_index', 'tx_id', 'block_ms', 'type', 'fields'])
    .where('seq', '>', ({ selectFrom }) => selectFrom('dao_cursor').select('seq'))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Moves the cursor, never back: a slow process may have lost its lock to another. */
export async function advanceMirrorCursor(db: Kysely<Tables>, seq: number): Promise<void> {
  await db.updateTable('dao_cursor').set({ seq }).where('seq', '<', seq).execute()
}

/**
 * Gives the addresses the next number of `dao_change`, which the scorer follows. Call it in one
 * transaction at a time, so that numbers grow in the order of commits.
 */
export async function recordChangedAddresses(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    with step as materialized (select nextval('dao_change_seq') as seq)
    insert into dao_change (address, seq)
    select address, seq from unnest(${addresses}::text[]) as address cross join step
    on conflict (address) do update set seq = excluded.seq`.execute(db)
}

/** Sends `governance_changed` for each number of a proposal or address. */
export async function notifyChanges(
  db: Kysely<Tables>,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return
  await sql`
    select pg_notify('governance_changed', subject)
    from unnest(${subjects}::text[]) as subject`.execute(db)
}
