import { WalletEventSchema } from '../schemas/stream/stream.ts'
import { WalletOverviewSchema } from '../schemas/wallets.ts'
import { READ_FAILURES } from './failures/read-failures.ts'
import { defineRoute } from './route.ts'

export const listWallets = defineRoute({
  operationId: 'listWallets',
  method: 'GET',
  url: '/v1/wallets',
  tag: 'Score',
  summary: 'Count the wallets of the network by level, with the scores of a fair sample',
  description:
    'Counted again every few seconds, with many wallets more rarely. A wallet that nobody asked about has the score that the agent found from indexed transfers alone.',
  data: WalletOverviewSchema,
  failures: READ_FAILURES,
})

export const streamWallets = defineRoute({
  operationId: 'streamWallets',
  method: 'GET',
  url: '/v1/wallets/stream',
  tag: 'Score',
  summary: 'Follow the scores of all wallets by server-sent events',
  description:
    'Sends a `wallet` event for each new score of any wallet; nothing about earlier ones. Comments in between keep the connection open.',
  data: WalletEventSchema,
  contentType: 'text/event-stream',
})

/** In the order of the reference. */
export const WALLET_ROUTES = [listWallets, streamWallets] as const
