import { type KnownRules, SCORE_RULES } from '@app/score/version.ts'
import type { Address } from '@app/values/address.ts'
import type { Selectable } from 'kysely'
import { onTestFinished } from 'vitest'
import { createOutboxStage } from '../agent/outbox/create-outbox-stage.ts'
import { openOutbox } from '../agent/outbox/outbox.ts'
import { type FaultProxy, startFaultProxy } from '../agent/testing/fault-proxy.ts'
import type { AgentChain } from '../agent/testing/open-agent-chain.ts'
import { NODE_TIMEOUT_MS } from '../agent/testing/open-agent-fixture.ts'
import { type NewAction, queueAction } from '../agent/write-action.ts'
import type { ActionRow } from '../db/tables/agent-tables.ts'
import { createGovernanceStages } from '../governance/create-governance-stages.ts'
import { createIndexerStages } from '../indexer/create-indexer-stages.ts'
import type { Context } from '../runtime/context.ts'
import { runUntilIdle, type Stage } from '../runtime/stage.ts'
import { createTestContext } from './create-test-context.ts'

/** An agent with tables of its own, which index the chain from now on. */
export interface ActingAgent {
  context: Context
  proxy: FaultProxy
  outbox: Stage
  /** Queues the actions, sends them and returns their rows. */
  act(...actions: NewAction[]): Promise<Selectable<ActionRow>[]>
  /** Opens another outbox over the same tables, as after a restart. */
  openOutbox(): Stage
  /** Indexes the chain and mirrors the events of the contracts. */
  mirror(): Promise<void>
  actions(address?: Address): Promise<Selectable<ActionRow>[]>
}

export async function setUpActingAgent(
  chain: AgentChain,
  change: Partial<Context['config']['agent']> = {},
  rules: KnownRules = SCORE_RULES,
): Promise<ActingAgent> {
  const proxy = await startFaultProxy(chain.emulator.accessNodeUrl)
  onTestFinished(() => proxy.stop())
  // The first indexed block must not contain what an earlier test did.
  await chain.commitBlocks(1)
  const { height } = await chain.reader.getLatestBlock()
  const opened = await createTestContext({ accessNodeUrl: proxy.url, startHeight: height })
  const agent = { ...opened.config.agent, ...change }
  const context: Context = { ...opened, rules, config: { ...opened.config, agent } }
  const open = () =>
    createOutboxStage(openOutbox({ context, account: chain.agent, nodeTimeoutMs: NODE_TIMEOUT_MS }))
  const outbox = open()
  const mirrorStages = [...createIndexerStages(context), ...createGovernanceStages(context)].map(
    ({ stage }) => stage,
  )
  const actions = (address?: Address) => readActions(context, address)
  return {
    context,
    proxy,
    outbox,
    actions,
    openOutbox: open,
    mirror: () => runUntilIdle(mirrorStages),
    act: async (...queued) => {
      for (const action of queued) await queueAction(context.db, action)
      await runUntilIdle([outbox])
      return await actions()
    },
  }
}

async function readActions({ db }: Context, address?: Address) {
  const rows = await db.selectFrom('agent_action').selectAll().orderBy('id').execute()
  return rows.filter((row) => address === undefined || row.address === address)
}
