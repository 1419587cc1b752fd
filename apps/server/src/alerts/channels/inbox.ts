import type { Channel } from './channel.ts'

/** The list that a wallet reads when it is logged in: the row of a delivery is its entry. */
export const INBOX: Channel = { name: 'inbox', delivery: 'stored', acknowledgedBy: 'seen' }
