import { EXPIRY_BLOCKS } from '@app/flow/send/transaction.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPost, isResultLookup, isTipLookup } from '../testing/fault-proxy.ts'
import { type AgentChain, openAgentChain } from '../testing/open-agent-chain.ts'
import { type AgentFixture, openAgentFixture, toTestWallet } from '../testing/open-agent-fixture.ts'
import { type AgentProcess, startAgent } from '../testing/start-agent.ts'

let chain: AgentChain
/** Number of the next unused wallet: the tests share a chain. */
let nextWallet = 1

beforeAll(async () => {
  chain = await openAgentChain()
})
afterAll(() => chain.emulator.stop())

/**
 * Sets up a fixture with one requested publication, and a function that starts an agent process.
 */
async function setUpPublication() {
  const bench = await openAgentFixture(chain)
  const address = toTestWallet(nextWallet++)
  await bench.publish(address)
  const start = () =>
    startAgent({
      databaseUrl: bench.context.config.databaseUrl,
      accessNodeUrl: bench.proxy.url,
      account: chain.agent,
    })
  const waitUntilSealed = () =>
    expect.poll(async () => (await bench.action(address)).status, { interval: 50 }).toBe('sealed')
  return { bench, address, start, waitUntilSealed }
}

type Fault = Parameters<AgentFixture['proxy']['injectFault']>[1]
type Matches = Parameters<AgentFixture['proxy']['injectFault']>[0]

/** Kills the process when a request matches the fault. */
async function killAt(
  { bench, start }: Pick<Awaited<ReturnType<typeof setUpPublication>>, 'bench' | 'start'>,
  matches: Matches,
  fault: Fault,
): Promise<AgentProcess> {
  const met = bench.proxy.injectFault(matches, fault)
  const agent = start()
  await met
  await agent.kill()
  return agent
}

/** Kills the process just before it records the first attempt of a stored transaction. */
async function killAtFirstTry({ bench, start }: Awaited<ReturnType<typeof setUpPublication>>) {
  const { pool } = bench.context
  await pool.query(`
    create function hold() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(${HOLD_LOCK_KEY}); return new; end';
    create trigger hold before update on agent_transaction for each row execute function hold()`)
  const holder = await pool.connect()
  await holder.query(`select pg_advisory_lock(${HOLD_LOCK_KEY})`)
  const agent = start()
  try {
    await expect.poll(() => countHeldSessions(pool), { interval: 50 }).toBe(1)
  } finally {
    await agent.kill()
    await pool.query(`select pg_terminate_backend(pid) from (${HELD_SESSIONS_SQL}) held`)
    await holder.query(`select pg_advisory_unlock(${HOLD_LOCK_KEY})`)
    holder.release()
  }
  await pool.query('drop function hold cascade')
}

/** Key of the lock with which a test blocks an agent; any constant. */
const HOLD_LOCK_KEY = 7

const HELD_SESSIONS_SQL = `
  select pid from pg_stat_activity where wait_event = 'advisory' and datname = current_database()
  and query ilike '%agent_transaction%'`

async function countHeldSessions(pool: AgentFixture['context']['pool']): Promise<number> {
  return (await pool.query(HELD_SESSIONS_SQL)).rows.length
}

describe('a publication is sent exactly once when the agent is killed', () => {
  it('before signing', async () => {
    const scene = await setUpPublication()
    const { bench, address } = scene
    await killAt(scene, isTipLookup, 'hold')
    expect(await bench.transactions(address)).toEqual([])
    scene.start()
    await scene.waitUntilSealed()
    expect(await chain.publications(address)).toHaveLength(1)
  })

  it('after storing the id, before counting the first attempt', async () => {
    const scene = await setUpPublication()
    const { bench, address } = scene
    await killAtFirstTry(scene)
    expect(await bench.transactions(address)).toMatchObject([{ outcome: null, submissions: 0 }])
    expect(bench.proxy.requests.filter(isPost)).toEqual([])
    scene.start()
    await scene.waitUntilSealed()
    expect(await bench.transactions(address)).toMatchObject([{ outcome: 'sealed', submissions: 1 }])
    expect(await chain.publications(address)).toHaveLength(1)
  })

  it('after storing the id, before the node has the transaction', async () => {
    const scene = await setUpPublication()
    const { bench, address } = scene
    await killAt(scene, isPost, 'hold')
    const [kept] = await bench.transactions(address)
    expect(kept).toMatchObject({ outcome: null, is_answered: false })
    expect(await chain.publications(address)).toEqual([])
    scene.start()
    await scene.waitUntilSealed()
    const [published, ...more] = await chain.publications(address)
    expect([published?.txId, more]).toEqual([kept?.tx_id, []])
    const [first, second] = bench.proxy.requests.filter(isPost)
    expect(second?.body).toBe(first?.body)
  })

  it('after sending, before recording that the node has the transaction', async () => {
    const scene = await setUpPublication()
    const { bench, address } = scene
    await killAt(scene, isPost, 'hold answer')
    expect(await chain.publications(address)).toHaveLength(1)
    scene.start()
    await scene.waitUntilSealed()
    expect(bench.proxy.requests.filter(isPost)).toHaveLength(1)
    expect(await chain.publications(address)).toHaveLength(1)
    expect(await bench.transactions(address)).toHaveLength(1)
  })

  it('before the seal', async () => {
    const scene = await setUpPublication()
    const { bench, address } = scene
    await chain.setMode('manual')
    await killAt(scene, isResultLookup, 'hold')
    expect(await bench.action(address)).toMatchObject({ status: 'sent' })
    expect(await chain.publications(address)).toEqual([])
    scene.start()
    await bench.proxy.injectFault(isResultLookup, 'none')
    await chain.commitBlocks(1)
    await chain.setMode('auto')
    await scene.waitUntilSealed()
    expect(bench.proxy.requests.filter(isPost)).toHaveLength(1)
    expect(await chain.publications(address)).toHaveLength(1)
  })

  it('after the seal, before recording it', async () => {
    const scene = await setUpPublication()
    const { bench, address } = scene
    await killAt(scene, isResultLookup, 'hold answer')
    scene.start()
    await scene.waitUntilSealed()
    expect(bench.proxy.requests.filter(isPost)).toHaveLength(1)
    expect(await chain.publications(address)).toHaveLength(1)
  })

  it('repeatedly', async () => {
    const scene = await setUpPublication()
    await killAt(scene, isTipLookup, 'hold answer')
    await killAt(scene, isPost, 'hold')
    await killAt(scene, isResultLookup, 'hold')
    await killAt(scene, isPost, 'hold answer')
    await killAt(scene, isResultLookup, 'hold answer')
    scene.start()
    await scene.waitUntilSealed()
    expect(await chain.publications(scene.address)).toHaveLength(1)
    expect(await scene.bench.transactions(scene.address)).toHaveLength(1)
  })

  it('after storing the id, and restarts after the transaction has expired', async () => {
    const scene = await setUpPublication()
    const { bench, address } = scene
    await killAt(scene, isPost, 'hold')
    await chain.commitBlocks(EXPIRY_BLOCKS + 1)
    scene.start()
    await scene.waitUntilSealed()
    expect(await bench.transactions(address)).toMatchObject([
      { outcome: 'dropped' },
      { outcome: 'sealed' },
    ])
    expect(await chain.publications(address)).toHaveLength(1)
  })

  it('after sending, and restarts after the transaction would have expired', async () => {
    const scene = await setUpPublication()
    const { bench, address } = scene
    await killAt(scene, isPost, 'hold answer')
    await chain.commitBlocks(EXPIRY_BLOCKS + 1)
    scene.start()
    await scene.waitUntilSealed()
    expect(await bench.transactions(address)).toMatchObject([{ outcome: 'sealed' }])
    expect(await chain.publications(address)).toHaveLength(1)
  })
})

describe('the process of the agent', () => {
  it('never prints its private key', async () => {
    const scene = await setUpPublication()
    void scene.bench.proxy.injectFault(isPost, { refuse: 'Invalid Flow request: no' })
    const agent = scene.start()
    await expect.poll(async () => (await scene.bench.action(scene.address)).status).toBe('failed')
    expect(agent.output()).toContain('agent')
    expect(agent.output()).not.toContain(chain.agent.privateKeyHex)
  })

  it('reports in one sentence that it has no key', async () => {
    const { bench } = await setUpPublication()
    const agent = startAgent({
      databaseUrl: bench.context.config.databaseUrl,
      accessNodeUrl: bench.proxy.url,
      account: { ...chain.agent, privateKeyHex: '' },
    })
    expect(await agent.ended).toBe(1)
    expect(agent.output().trim()).toBe(
      'The environment variable DHARMA_AGENT_KEY must be a private key of 64 hex digits; correct it or unset it.',
    )
  })
})
