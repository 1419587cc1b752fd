import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import type { Selectable } from 'kysely'
import { onTestFinished } from 'vitest'
import type { AgentAccount } from '../../config.ts'
import type { ActionRow, SignedTransactionRow } from '../../db/tables/agent-tables.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { createOutboxStage } from '../outbox/create-outbox-stage.ts'
import { openOutbox } from '../outbox/outbox.ts'
import { type RequestOutcome, requestAction } from '../request-action.ts'
import { recordHeartbeat } from '../write-heartbeat.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { insertTestScore, toTestHash } from './insert-test-score.ts'
import type { AgentChain } from './open-agent-chain.ts'

/** An outbox with its own database, connected to a chain through a fault proxy. */
export interface AgentFixture {
  context: Context
  proxy: FaultProxy
  /** Opens an outbox stage; several can use the same tables. */
  openStage(account?: AgentAccount): Stage
  /** Stores a score with evidence `number` and requests its publication. */
  publish(address: Address, number?: number, toHeight?: number): Promise<RequestOutcome>
  /** Steps until the outbox waits for the chain. Rethrows errors of the node. */
  settle(stage: Stage): Promise<void>
  action(address: Address, number?: number): Promise<Selectable<ActionRow>>
  transactions(address: Address): Promise<Selectable<SignedTransactionRow>[]>
}

/** Longer than a node takes on a busy machine: it only ends what hangs. */
export const NODE_TIMEOUT_MS = 60_000

/** Returns the address of the `number`-th test wallet. */
export const toTestWallet = (number: number): Address =>
  computeAddressAtIndex(1000 + number, 'local')

export async function openAgentFixture(chain: AgentChain): Promise<AgentFixture> {
  const proxy = await startFaultProxy(chain.emulator.accessNodeUrl)
  onTestFinished(() => proxy.stop())
  const context = await createTestContext({ accessNodeUrl: proxy.url })
  await recordHeartbeat(context.db, chain.agent.address)
  return {
    context,
    proxy,
    openStage: (account = chain.agent) =>
      createOutboxStage(openOutbox({ context, account, nodeTimeoutMs: NODE_TIMEOUT_MS })),
    publish: async (address, number = 1, toHeight = 1) => {
      await insertTestScore(context, { address, evidenceHash: toTestHash(number), toHeight })
      return await requestAction(context, {
        kind: 'publish',
        address,
        evidenceHash: toTestHash(number),
        reason: 'A visitor asked.',
        client: '127.0.0.1',
      })
    },
    settle: stepUntilIdle,
    action: (address, number = 1) =>
      context.db
        .selectFrom('agent_action')
        .selectAll()
        .where('address', '=', address)
        .where('evidence_hash', '=', toTestHash(number))
        .executeTakeFirstOrThrow(),
    transactions: (address) =>
      context.db
        .selectFrom('agent_transaction')
        .selectAll()
        .where('address', '=', address)
        .orderBy('created_at')
        .execute(),
  }
}

const MAX_STEPS = 500

async function stepUntilIdle(stage: Stage): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if ((await stage.step()) === 'idle') return
  }
  throw new Error(`the outbox is still busy after ${MAX_STEPS} steps`)
}
