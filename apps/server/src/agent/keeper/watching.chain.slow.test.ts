import { getNextRun, unflagWallet, watchWallet } from '@app/contracts/calls.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '../../config.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { setUpActingAgent } from '../../testing/set-up-acting-agent.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import { openFlaggerChain } from '../testing/open-flagger-chain.ts'
import type { GovernanceChain } from '../testing/open-governance-chain.ts'
import { queueAction } from '../write-action.ts'
import { createKeeperStage } from './create-keeper-stage.ts'

const MINUTE_MS = 60_000

let chain: GovernanceChain

beforeAll(async () => {
  chain = await openFlaggerChain()
})
afterAll(() => chain.emulator.stop())

async function isWatched(address: Address): Promise<boolean> {
  const { cadence, args } = getNextRun({ address })
  return (await chain.reader.executeScript(resolveImports(cadence, 'local'), args)) !== null
}

const openWallet = async () => (await chain.createAccount()).address

/** An agent that watches, with a clock of its own. */
async function setUpWatching(change: Partial<Config['agent']> = {}) {
  const agent = await setUpActingAgent(chain, change)
  const clock = { nowMs: 0 }
  const stage = createKeeperStage(agent.context, () => clock.nowMs)
  const sendAll = () =>
    expect
      .poll(async () => {
        await runUntilIdle([agent.outbox])
        return (await agent.actions()).filter(({ status }) => /queued|sent/.test(status))
      })
      .toEqual([])
  /** Mirrors, compares a minute later, and sends what was queued. */
  const work = async () => {
    await agent.mirror()
    clock.nowMs += MINUTE_MS
    await runUntilIdle([stage])
    await sendAll()
  }
  const flag = async (address: Address, evidence: number) => {
    await queueAction(agent.context.db, {
      kind: 'flag',
      address,
      evidenceHash: toTestHash(evidence),
      idempotencyKey: String(evidence),
      reason: 'It swept six wallets.',
      payload: { reasonCode: 'listed' },
    })
    await sendAll()
  }
  const listRechecks = async (address: Address) =>
    (await agent.actions(address)).filter(({ kind }) => kind === 'schedule_recheck')
  /** Lets the time pass in which an action that has ended is not followed by another. */
  const forgetRecent = () =>
    agent.context.pool.query(
      `update agent_action set changed_at = now() - interval '2 hours', sealed_height = sealed_height - 100`,
    )
  return { ...agent, stage, clock, work, flag, listRechecks, forgetRecent }
}

describe('a flagged address', () => {
  it('is rechecked on the chain, once, and no longer when its flag is lifted', async () => {
    const agent = await setUpWatching()
    const address = await openWallet()
    await agent.flag(address, 1)
    await agent.work()
    expect(await isWatched(address)).toBe(true)
    await agent.forgetRecent()
    await agent.work()
    const started = await agent.listRechecks(address)
    expect(started).toMatchObject([{ status: 'sealed', priority: 'recheck', payload: null }])
    expect(started[0]?.reason).toMatch(
      /^0x[0-9a-f]{16} is rechecked on the chain from now on: flagged since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    )
    await chain.runCall(unflagWallet({ address }), createSigner({ ...chain.agent, keyIndex: 0 }))
    await agent.work()
    expect(await isWatched(address)).toBe(false)
    // Its hasty lift bars the flagger for 7 days.
    await chain.advanceTime(7 * 86_400 + 2)
    await agent.flag(address, 3)
    await agent.forgetRecent()
    await agent.work()
    expect(await isWatched(address)).toBe(true)
    expect((await agent.listRechecks(address)).map(({ status }) => status)).toEqual([
      'sealed',
      'sealed',
      'sealed',
    ])
  })

  it('is not rechecked where the operator does not want it, or the agent is off', async () => {
    for (const change of [{ scheduleRechecks: false }, { enabled: false }]) {
      const agent = await setUpWatching(change)
      const address = await openWallet()
      await agent.flag(address, 1)
      await agent.work()
      expect(await agent.listRechecks(address)).toEqual([])
    }
  })

  it('waits for the next day when those of the day are used up', async () => {
    const agent = await setUpWatching({ schedulesPerDay: 1 })
    const [first, second] = [await openWallet(), await openWallet()]
    for (const address of [first, second]) await agent.flag(address, 1)
    await agent.work()
    expect([await isWatched(first), await isWatched(second)].filter(Boolean)).toHaveLength(1)
    await chain.advanceTime(86_400)
    await agent.work()
    expect([await isWatched(first), await isWatched(second)]).toEqual([true, true])
  })
})

it('rechecks that others started, or whose cause is not mirrored any more, go on', async () => {
  const [agent, later] = [await setUpWatching(), await setUpWatching()]
  const [address, flagged] = [await openWallet(), await openWallet()]
  const watcher = createSigner({ ...chain.agent, keyIndex: 0 })
  await chain.runCall(watchWallet({ address }), watcher)
  await agent.flag(flagged, 1)
  await agent.work()
  await agent.context.pool.query('delete from dao_flag')
  await agent.forgetRecent()
  await agent.work()
  expect((await agent.listRechecks(flagged)).at(-1)).toMatchObject({
    status: 'failed',
    is_moot: true,
    problem: `${flagged} is flagged, so its rechecks go on.`,
  })
  await later.work()
  expect([await isWatched(address), await isWatched(flagged)]).toEqual([true, true])
})

it('the node is asked once a minute while nothing changes', async () => {
  const { proxy, stage, clock, work } = await setUpWatching()
  await work()
  const before = proxy.requests.length
  clock.nowMs += MINUTE_MS - 1
  expect(await stage.step()).toBe('idle')
  expect(proxy.requests).toHaveLength(before)
  clock.nowMs += 1
  await stage.step()
  expect(proxy.requests).toHaveLength(before + 2)
  clock.nowMs -= 10 * MINUTE_MS
  await stage.step()
  expect(proxy.requests, 'after the clock was set back').toHaveLength(before + 4)
})
