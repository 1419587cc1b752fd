import type { AlertType } from '@app/api/schemas/alert/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { DeliveryStatus } from '../../db/tables/alert-tables.ts'
import type { Context } from '../../runtime/context.ts'

/** A delivery to a webhook, as its log shows it. */
export interface LoggedDelivery {
  id: number
  messageId: string
  type: AlertType
  status: DeliveryStatus
  attempts: number
  responseStatus: number | null
  error: string | null
  createdAt: Date
  attemptedAt: Date | null
  acknowledgedAt: Date | null
}

interface DeliveryPage {
  owner: Address
  webhookId: number
  limit: number
  /** Number of the last delivery of the page before. */
  beforeId?: number | undefined
}

/** Reads the log of a webhook, the newest first; what a digest replaced is not in it. */
export async function readDeliveries(
  { db }: Pick<Context, 'db'>,
  { owner, webhookId, limit, beforeId = Number.MAX_SAFE_INTEGER }: DeliveryPage,
): Promise<LoggedDelivery[]> {
  const { rows } = await sql<LoggedDelivery>`
    select id, message_id as "messageId", type, status, attempts,
      response_status as "responseStatus", error, created_at as "createdAt",
      attempted_at as "attemptedAt", acknowledged_at as "acknowledgedAt"
    from alert_delivery
    where owner = ${owner} and webhook_id = ${webhookId} and status not in ('held', 'digested')
      and id < ${beforeId} order by id desc limit ${limit}`.execute(db)
  return rows
}
