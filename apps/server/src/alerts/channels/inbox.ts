import type { Channel } from './channel.ts'

/** The list that a wallet reads when it is logged in: the row of a delivery is its entry. */
export const INBOX = {
  name: 'inbox',
  delivery: 'stored',
  acknowledgedBy: 'seen',
} as const satisfies Channel
