import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { MirroredEvent } from './event-fields.ts'

/**
 * Keeps the latest message of a person about an address, by its place on the chain: sequence
 * numbers start again after they were forgotten. The first version of the contract emitted no score.
 */
export async function writeReport(db: Kysely<Tables>, event: MirroredEvent) {
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
