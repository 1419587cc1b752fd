import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { createEventFields, type MirroredEvent, type StoredEvent } from './event-fields.ts'
import * as proposals from './write-proposal-events.ts'
import * as protection from './write-protection-events.ts'
import { writeReport } from './write-report.ts'
import { writeVaultClosing, writeVaultOpening } from './write-vault-events.ts'

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
  'DharmaVault.Opened': writeVaultOpening,
  'DharmaVault.Closed': writeVaultClosing,
}

/** Published scores are no part of the tables: they are read where they are, in api/answers/read-publications.ts. */
export const PUBLICATION_EVENT = 'DharmaScore.ScorePublished'
const PUBLISHER_EVENT = 'DharmaScore.PublisherDismissed'

/**
 * Writes an event. The result does not depend on the order of events, and writing one again
 * changes nothing. Returns the numbers of proposals and the addresses that changed.
 */
export async function applyEvent(
  db: Kysely<Tables>,
  event: StoredEvent,
): Promise<readonly string[]> {
  if (event.type === PUBLICATION_EVENT || event.type === PUBLISHER_EVENT) return []
  const write = WRITERS[event.type]
  if (write === undefined) throw new TypeError(`The event ${event.type} is not mirrored.`)
  const at = Math.floor(event.block_ms / 1000)
  return await write(db, { ...event, at, read: createEventFields(event) })
}
