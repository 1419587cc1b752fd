import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../runtime/context.ts'
import { setUpWatchedWallet } from '../../testing/set-up-watched-wallet.ts'
import { isPost, isTipLookup, type ProxiedRequest } from '../testing/fault-proxy.ts'
import { openRecheckChain, type RecheckChain } from '../testing/open-recheck-chain.ts'
import { startAgent } from '../testing/start-agent.ts'

const MINUTE = 60

let chain: RecheckChain

beforeAll(async () => {
  chain = await openRecheckChain()
})
afterAll(() => chain.emulator.stop())

describe('a recheck is published exactly once when the agent is killed', () => {
  beforeAll(() => chain.fund(1_000_000_000n))

  const isHoldingsScript = ({ path }: ProxiedRequest) => /\/scripts\?block_height=\d/.test(path)

  it('between any two of its steps', async () => {
    const { context, proxy, address, index, actions } = await setUpWatchedWallet(chain)
    await chain.advanceTime((24 * 60 + 11) * MINUTE)
    await index()
    const start = () =>
      startAgent({
        databaseUrl: context.config.databaseUrl,
        accessNodeUrl: proxy.url,
        account: chain.agent,
      })
    const killAt = async (...[matches, fault]: Parameters<typeof proxy.injectFault>) => {
      const met = proxy.injectFault(matches, fault)
      const agent = start()
      await met
      await agent.kill()
    }
    await killAt(isHoldingsScript, 'hold answer')
    expect(await actions()).toHaveLength(1)
    await killWhileQueueing(context, start)
    expect(await actions()).toHaveLength(1)
    await killAt(isTipLookup, 'hold')
    expect((await actions()).slice(1)).toMatchObject([{ kind: 'recheck', status: 'queued' }])
    await killAt(isPost, 'hold answer')
    start()
    await expect.poll(async () => (await actions())[1]?.status, { interval: 50 }).toBe('sealed')
    expect(await actions()).toHaveLength(2)
    expect(await chain.publications(address)).toHaveLength(1)
  })
})

/** Kills an agent in the transaction that queues the action. */
async function killWhileQueueing({ pool }: Context, start: () => ReturnType<typeof startAgent>) {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table agent_action in exclusive mode')
  const agent = start()
  try {
    const waiting = expect.poll(() => countWaitingToQueue(pool), { interval: 50 })
    await waiting.toBeGreaterThan(0)
  } finally {
    await agent.kill()
    await client.query('rollback')
    client.release()
  }
}

async function countWaitingToQueue(pool: Context['pool']): Promise<number> {
  const { rows } = await pool.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock'
     and query like '%insert into agent_action%' and datname = current_database()`,
  )
  return rows.length
}
