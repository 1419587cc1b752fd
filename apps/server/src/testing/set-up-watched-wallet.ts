import type { Address } from '@app/values/address.ts'
import { onTestFinished } from 'vitest'
import { createAgentStages } from '../agent/create-agent-stages.ts'
import { startFaultProxy } from '../agent/testing/fault-proxy.ts'
import { toTestHash } from '../agent/testing/insert-test-score.ts'
import type { RecheckChain } from '../agent/testing/open-recheck-chain.ts'
import { queueAction } from '../agent/write-action.ts'
import { createIndexerStages } from '../indexer/create-indexer-stages.ts'
import type { Context } from '../runtime/context.ts'
import { runUntilIdle } from '../runtime/stage.ts'
import { createTestContext } from './create-test-context.ts'

/** A server's tables and stages from this block of the chain on, and a wallet that is watched. */
export async function setUpWatchedWallet(
  chain: RecheckChain,
  change: Partial<Context['config']['agent']> = {},
) {
  const proxy = await startFaultProxy(chain.emulator.accessNodeUrl)
  onTestFinished(() => proxy.stop())
  const { height } = await chain.reader.getLatestBlock()
  const opened = await createTestContext({ accessNodeUrl: proxy.url, startHeight: height })
  const agentConfig = { ...opened.config.agent, ...change }
  const context: Context = { ...opened, config: { ...opened.config, agent: agentConfig } }
  const clock = { nowMs: 0 }
  const listStages = (plans: ReturnType<typeof createAgentStages>) =>
    plans.map(({ stage }) => stage)
  const indexer = listStages(createIndexerStages(context))
  const agent = listStages(
    createAgentStages({ context, account: chain.agent, now: () => clock.nowMs }),
  )
  const { address } = await chain.createAccount()
  const scene = {
    context,
    proxy,
    clock,
    address,
    index: () => runUntilIdle(indexer),
    work: () => runUntilIdle([...indexer, ...agent]),
    actions: () => readActions(context, address),
  }
  await scene.work()
  const why = { idempotencyKey: 'flagged 1', reason: 'It is suspected.' }
  const start = { kind: 'schedule_recheck', address, evidenceHash: toTestHash(1), ...why } as const
  await queueAction(context.db, start)
  await scene.work()
  onTestFinished(() => chain.unwatch(address))
  return scene
}

const readActions = ({ db }: Context, address: Address) =>
  db.selectFrom('agent_action').selectAll().where('address', '=', address).orderBy('id').execute()
