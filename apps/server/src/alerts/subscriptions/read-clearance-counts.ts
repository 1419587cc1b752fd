import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'

/** How many of those who got an accusation know that it was withdrawn. */
export interface ClearanceCounts {
  /** Answered with a 2xx, or marked it as seen. */
  reached: number
  waiting: number
  /** Did neither within 7 days of block time. */
  notReached: number
}

/** Counts the clearances of a case, for the public: who they are for is in no answer. */
export async function readClearanceCounts(
  { db }: Pick<Context, 'db'>,
  address: Address,
  caseId: string,
): Promise<ClearanceCounts> {
  const { rows } = await sql<ClearanceCounts>`
    select
      count(*) filter (where status <> 'not_reached' and acknowledged_at is not null) as reached,
      count(*) filter (where status <> 'not_reached' and acknowledged_at is null) as waiting,
      count(*) filter (where status = 'not_reached') as "notReached"
    from alert_delivery
    where address = ${address} and case_id = ${caseId} and type = 'wallet.cleared'
      and status <> 'withdrawn'`.execute(db)
  return rows[0] ?? { reached: 0, waiting: 0, notReached: 0 }
}
