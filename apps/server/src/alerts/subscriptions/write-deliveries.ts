import { randomInt, randomUUID } from 'node:crypto'
import type { AlertMessage, AlertType } from '@app/api/schemas/alert-data.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { DeliveryStatus } from '../../db/tables/alert-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { CHANNELS } from '../channels/channels.ts'
import { buildChallenge, buildTestMessage } from '../messages/build-messages.ts'
import { countRequest, type RequestKind } from './write-request-count.ts'
import { markConfirmed, notifyDeliveries, type SubscriptionKey } from './write-subscription.ts'

/** A delivery to a subscription, as its log shows it. */
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

const COLUMNS = sql`id, message_id as "messageId", type, status, attempts,
  response_status as "responseStatus", error, created_at as "createdAt",
  attempted_at as "attemptedAt", acknowledged_at as "acknowledgedAt"`

interface DeliveryPage {
  owner: Address
  subscriptionId: number
  limit: number
  /** Number of the last delivery of the page before. */
  beforeId?: number | undefined
}

/** Reads the log of a subscription, the newest first; what a digest replaced is not in it. */
export async function readDeliveries(
  { db }: Pick<Context, 'db'>,
  { owner, subscriptionId, limit, beforeId = Number.MAX_SAFE_INTEGER }: DeliveryPage,
): Promise<LoggedDelivery[]> {
  const { rows } = await sql<LoggedDelivery>`
    select ${COLUMNS} from alert_delivery
    where owner = ${owner} and target_id = ${subscriptionId} and status not in ('held', 'digested')
      and id < ${beforeId} order by id desc limit ${limit}`.execute(db)
  return rows
}

/** Reads one delivery of a wallet; `null` when there is none with this number. */
export async function readDelivery(
  { db }: Pick<Context, 'db'>,
  { owner, id }: { owner: Address; id: number },
): Promise<LoggedDelivery | null> {
  const { rows } = await sql<LoggedDelivery>`
    select ${COLUMNS} from alert_delivery where owner = ${owner} and id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** A subscription that something is to be sent to. */
export interface RequestedTarget extends SubscriptionKey {
  url: string
}

/**
 * Asks for a test message to a subscription, which is sent once; returns the number of the delivery. Throws
 * `RequestLimitError`.
 */
export const requestTest = ({ db }: Pick<Context, 'db'>, subscription: RequestedTarget) =>
  db
    .transaction()
    .execute((queries) =>
      writeRequested(queries, subscription, 'test', buildTestMessage(Date.now())),
    )

/**
 * Asks for a challenge to a subscription, which is sent once; returns the number of the delivery. The answer confirms a
 * webhook. Throws `RequestLimitError`.
 */
export const requestChallenge = ({ db }: Pick<Context, 'db'>, subscription: RequestedTarget) =>
  db
    .transaction()
    .execute((queries) =>
      writeRequested(queries, subscription, 'challenge', buildChallenge(Date.now())),
    )

/** What a receiver has to answer. */
export const EXPECTED_ECHO =
  'It must answer a webhook.challenge within 5 seconds with a 2xx status and its data, {"challenge": "…"}, as JSON.'

/** Characters that nobody confuses with others. */
const CODE_CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8

/** Wrong codes after which another one has to be sent. */
const MAX_CODE_TRIES = 5

/**
 * Asks for a code to be posted to a subscription, once; it replaces the one before. Returns the number of the delivery.
 * Throws `RequestLimitError`.
 */
export async function requestCode(
  { db }: Pick<Context, 'db'>,
  subscription: RequestedTarget,
): Promise<number> {
  const draw = () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]
  const code = Array.from({ length: CODE_LENGTH }, draw).join('')
  return await db.transaction().execute(async (queries) => {
    const message = buildChallenge(Date.now(), code)
    const id = await writeRequested(queries, subscription, 'challenge', message)
    await sql`
      insert into alert_code (owner, subscription_id, code, tries, valid_until)
      values (${subscription.owner}, ${subscription.target.id}, ${code}, 0, now() + interval '10 minutes')
      on conflict (owner, subscription_id) do update set
        code = excluded.code, tries = 0, valid_until = excluded.valid_until`.execute(queries)
    return id
  })
}

/** What came of a code: `over`: there is none that holds, or it was tried too often. */
export type CodeCheck =
  | { kind: 'confirmed' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'over' }

/** Confirms a subscription by the code that was posted there. Each try counts, whatever comes of it. */
export async function confirmByCode(
  { db }: Pick<Context, 'db'>,
  key: SubscriptionKey,
  code: string,
): Promise<CodeCheck> {
  const { owner, target } = key
  return await db.transaction().execute(async (queries) => {
    const { rows } = await sql<{ code: string; tries: number }>`
      update alert_code set tries = tries + 1
      where owner = ${owner} and subscription_id = ${target.id} and valid_until > now()
        and tries < ${MAX_CODE_TRIES}
      returning code, tries`.execute(queries)
    const [row] = rows
    if (row === undefined) return { kind: 'over' }
    if (row.code !== code) return { kind: 'wrong', triesLeft: MAX_CODE_TRIES - row.tries }
    await markConfirmed(queries, key)
    await sql`
      delete from alert_code where owner = ${owner} and subscription_id = ${target.id}`.execute(
      queries,
    )
    return { kind: 'confirmed' }
  })
}

async function writeRequested(
  db: Kysely<Tables>,
  { owner, target, url }: RequestedTarget,
  kind: RequestKind,
  message: AlertMessage,
): Promise<number> {
  const { isHostShared } = CHANNELS[target.channel]
  await countRequest(db, { kind, owner, url, isHostShared })
  const { id } = await db
    .insertInto('alert_delivery')
    .values({
      owner,
      target_id: target.id,
      channel: target.channel,
      message_id: `msg_${randomUUID()}`,
      type: message.type,
      at_ms: Date.parse(message.timestamp),
      body: JSON.stringify(message),
      status: 'waiting',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await notifyDeliveries(db)
  return id
}

/**
 * Asks for another attempt of a delivery, with the same message id. Returns whether there is such a
 * delivery; one that a clearance overtook is not sent again, nor what is sent once. Throws `RequestLimitError`.
 */
export async function requestRedelivery(
  { db }: Pick<Context, 'db'>,
  { owner, target, url, id }: RequestedTarget & { id: number },
): Promise<boolean> {
  return await db.transaction().execute(async (queries) => {
    const { rows } = await sql`
      update alert_delivery set status = 'waiting', due_at = now(), tries = 0
      where owner = ${owner} and target_id = ${target.id} and id = ${id}
        and status in ('waiting', 'delivered', 'dead', 'not_reached')
        and type not in ('webhook.challenge', 'webhook.test')
      returning id`.execute(queries)
    if (rows.length === 0) return false
    const { isHostShared } = CHANNELS[target.channel]
    await countRequest(queries, { kind: 'redelivery', owner, url, isHostShared })
    await notifyDeliveries(queries)
    return true
  })
}

/** How many of those who got an accusation know that it was withdrawn. */
interface ClearanceCounts {
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
