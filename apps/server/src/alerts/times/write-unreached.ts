import { sql } from 'kysely'
import type { AlertRoom } from '../room.ts'

/** Block time within which somebody must acknowledge a clearance. */
const CLEARANCE_MS = 7 * 86_400_000

/** Gives up clearances that nobody acknowledged in time. */
export async function writeUnreached(
  { context }: Pick<AlertRoom, 'context'>,
  nowMs: number,
): Promise<void> {
  await sql`
    update alert_delivery set status = 'not_reached'
    where type = 'wallet.cleared' and acknowledged_at is null and at_ms <= ${nowMs - CLEARANCE_MS}
      and status in ('requested', 'waiting', 'delivered')`.execute(context.db)
}
