import type { ChannelName } from '../alert.ts'
import type { Channel } from './channel.ts'
import { CHAT } from './chat.ts'
import { PUSH } from './push.ts'
import { WEBHOOK } from './webhook.ts'

/** Every channel that a wallet can subscribe to. */
export const CHANNELS: Readonly<Record<ChannelName, Channel>> = {
  webhook: WEBHOOK,
  chat: CHAT,
  push: PUSH,
}
