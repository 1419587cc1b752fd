import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { isRetryable, type Stage } from '../../runtime/stage.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { requestAction } from '../request-action.ts'
import {
  injectRandomFaults,
  isPost,
  type RandomFaults,
  startFaultProxy,
} from '../testing/fault-proxy.ts'
import { insertTestScore, toTestHash } from '../testing/insert-test-score.ts'
import { type AgentChain, openAgentChain } from '../testing/open-agent-chain.ts'
import { toTestWallet } from '../testing/open-agent-fixture.ts'
import { recordHeartbeat } from '../write-heartbeat.ts'
import { createOutboxStage } from './create-outbox-stage.ts'
import { openOutbox } from './outbox.ts'

const ACTIONS = 6
const ROUNDS = 12
/** A transaction that a node accepted and forgot is sent again after ten blocks. */
const CATCH_UP_BLOCKS = 24
const FAULTS: Omit<RandomFaults, 'seed'> = {
  kinds: ['cut', 'cut answer', 'busy', 'lose'],
  rate: (request) => (isPost(request) ? 0.5 : 0.1),
}

let chain: AgentChain

beforeAll(async () => {
  chain = await openAgentChain()
  await chain.setMode('manual')
})
afterAll(() => chain.emulator.stop())

it.each(Array.from({ length: 8 }, (_, seed) => seed + 1))(
  'a real chain runs each publication once, whatever is lost on the way (seed %d)',
  async (seed) => {
    const { proxy, stage, addresses } = await openScene(seed)
    const count = injectRandomFaults(proxy, { ...FAULTS, seed })
    for (let round = 0; round < ROUNDS; round += 1) {
      await stepOnce(stage)
      await chain.commitBlocks(1)
    }
    proxy.clearFaults()
    expect(count()).toBeGreaterThan(0)
    for (let block = 0; block < CATCH_UP_BLOCKS; block += 1) {
      await stepOnce(stage)
      await chain.commitBlocks(1)
    }
    await stepOnce(stage)
    for (const address of addresses) expect(await chain.publications(address)).toHaveLength(1)
  },
)

async function openScene(seed: number) {
  const proxy = await startFaultProxy(chain.emulator.accessNodeUrl)
  onTestFinished(() => proxy.stop())
  const context = await createTestContext({ accessNodeUrl: proxy.url })
  await recordHeartbeat(context.db, chain.agent.address)
  const addresses = Array.from({ length: ACTIONS }, (_, index) => toTestWallet(seed * 100 + index))
  for (const address of addresses) {
    const evidenceHash = toTestHash(1)
    await insertTestScore(context, { address, evidenceHash })
    const reason = { reason: 'A visitor asked.', client: '127.0.0.1' }
    await requestAction(context, { kind: 'publish', address, evidenceHash, ...reason })
  }
  const stage = createOutboxStage(openOutbox({ context, account: chain.agent }))
  return { proxy, stage, addresses }
}

/** Steps until the outbox waits for the chain, or fails as a stage that is tried again. */
async function stepOnce(stage: Stage): Promise<void> {
  try {
    while ((await stage.step()) === 'more');
  } catch (error) {
    if (!isRetryable(error)) throw error
  }
}
