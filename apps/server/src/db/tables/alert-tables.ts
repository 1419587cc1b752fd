import type { Address } from '@app/values/address.ts'
import type { Generated } from 'kysely'

export type DeliveryStatus =
  | 'held'
  | 'digested'
  | 'waiting'
  | 'delivered'
  | 'withdrawn'
  | 'dead'
  | 'not_reached'

interface WatchRow {
  owner: Address
  address: Address
  since_ms: number
}

interface SubscriptionRow {
  owner: Address
  id: Generated<number>
  channel: string
  url: string
  secret: string
  addresses: Address[] | null
  since_ms: number
  created_at: Generated<Date>
  removed_at: Date | null
  confirmed_at: Date | null
  gone_at: Date | null
}

interface DeliveryRow {
  owner: Address
  id: Generated<number>
  message_id: string
  channel: string
  target_id: number | null
  type: string
  address: Address | null
  case_id: string | null
  at_ms: number
  body: string
  status: DeliveryStatus
  digest_id: number | null
  is_sent: Generated<boolean>
  attempts: Generated<number>
  tries: Generated<number>
  due_at: Generated<Date>
  response_status: number | null
  error: string | null
  created_at: Generated<Date>
  attempted_at: Date | null
  acknowledged_at: Date | null
}

/** Tables written only by the room `alerts`; `…_ms` are block times in Unix milliseconds. */
export interface AlertTables {
  alert_watch: WatchRow
  alert_subscription: SubscriptionRow
  alert_delivery: DeliveryRow
  alert_push_key: { is_only: Generated<boolean>; public_key: string; private_key: string }
}
