import { EXPIRY_BLOCKS } from '@app/flow/send/transaction.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startServerProcess } from '../../testing/processes/start-server-process.ts'
import { isPost, isResultLookup, isTipLookup } from '../testing/fault-proxy.ts'
import { type AgentChain, openAgentChain } from '../testing/open-agent-chain.ts'
import { type AgentFixture, openAgentFixture, toTestWallet } from '../testing/open-agent-fixture.ts'

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
  const start = () => {
    const agent = startServerProcess({
      roles: ['agent'],
      env: {
        FLOW_NETWORK: 'local',
        FLOW_ACCESS_NODE: bench.proxy.url,
        FLOW_POLL_MS: '50',
        DATABASE_URL: bench.context.config.databaseUrl ?? '',
        DHARMA_AGENT_ADDRESS: chain.agent.address,
        DHARMA_AGENT_KEY: chain.agent.privateKeyHex,
      },
    })
    onTestFinished(agent.kill)
    return agent
  }
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
): Promise<void> {
  const met = bench.proxy.injectFault(matches, fault)
  const agent = start()
  await met
  await agent.kill()
}

describe('a publication is sent exactly once when the agent is killed', () => {
  it.each<[when: string, posts: number, ...(readonly [Matches, Fault])[]]>([
    ['before signing', 1, [isTipLookup, 'hold']],
    ['after storing the id, before the node has the transaction', 2, [isPost, 'hold']],
    ['after sending, before recording that', 1, [isPost, 'hold answer']],
    ['after the seal, before recording it', 1, [isResultLookup, 'hold answer']],
    [
      'repeatedly',
      3,
      [isTipLookup, 'hold answer'],
      [isPost, 'hold'],
      [isResultLookup, 'hold'],
      [isPost, 'hold answer'],
      [isResultLookup, 'hold answer'],
    ],
  ])('%s', async (_, posts, ...kills) => {
    const scene = await setUpPublication()
    const { bench, address } = scene
    for (const [matches, fault] of kills) await killAt(scene, matches, fault)
    scene.start()
    await scene.waitUntilSealed()
    const sent = bench.proxy.requests.filter(isPost)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
    expect(sent.length).toBeLessThanOrEqual(posts)
    const [published, ...more] = await chain.publications(address)
    const transactions = await bench.transactions(address)
    expect(transactions).toMatchObject([{ tx_id: published?.txId, outcome: 'sealed' }])
    expect(more).toEqual([])
  })

  it.each([
    ['after storing the id', 'hold', ['dropped', 'sealed']],
    ['after sending', 'hold answer', ['sealed']],
  ] as const)('%s, and restarts after the transaction has expired', async (_, fault, outcomes) => {
    const scene = await setUpPublication()
    const { bench, address } = scene
    await killAt(scene, isPost, fault)
    await chain.commitBlocks(EXPIRY_BLOCKS + 1)
    scene.start()
    await scene.waitUntilSealed()
    const transactions = await bench.transactions(address)
    expect(transactions.map(({ outcome }) => outcome)).toEqual(outcomes)
    expect(await chain.publications(address)).toHaveLength(1)
  })
})
