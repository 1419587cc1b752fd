import { NodeUnreachableError } from '@app/flow/errors.ts'
import { EXPIRY_BLOCKS } from '@app/flow/send/transaction.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPost } from '../testing/fault-proxy.ts'
import { type AgentChain, openAgentChain } from '../testing/open-agent-chain.ts'
import { openAgentFixture, toTestWallet } from '../testing/open-agent-fixture.ts'

let chain: AgentChain
/** Wallets differ from test to test: the tests share a chain. */
let nextWallet = 1
const newWallet = () => toTestWallet(nextWallet++)

beforeAll(async () => {
  chain = await openAgentChain()
})
afterAll(() => chain.emulator.stop())

describe('a node on a bad day', () => {
  it('that goes on refusing gets three transactions, not more', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    void bench.proxy.injectFault(isPost, { refuse: 'Invalid: unknown reference block' }, 100)
    await bench.publish(address)
    const stage = bench.openStage()
    for (const _ of [1, 2, 3, 4]) {
      await bench.settle(stage)
      await chain.commitBlocks(1)
    }
    expect(await bench.action(address)).toMatchObject({ status: 'failed', attempts: 3 })
    expect(await bench.transactions(address)).toHaveLength(3)
  })

  it('that refuses a second try is believed only once the first has expired', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    const first = bench.proxy.injectFault(isPost, 'cut')
    await bench.publish(address)
    const stage = bench.openStage()
    await expect(stage.step()).rejects.toThrow(NodeUnreachableError)
    void bench.proxy.injectFault(isPost, { refuse: 'Invalid Flow request: the payer has no FLOW' })
    await bench.settle(stage)
    expect(await bench.action(address)).toMatchObject({
      status: 'queued',
      problem: expect.stringContaining('the payer has no FLOW'),
    })
    await forwardToNode(await first)
    await bench.settle(stage)
    expect(await bench.transactions(address)).toMatchObject([{ outcome: 'sealed', submissions: 2 }])
    expect(await chain.publications(address)).toHaveLength(1)
  })

  it('that loses it until it has expired gets another one, and the first cannot run any more', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    const held = bench.proxy.injectFault(isPost, 'lose', 2)
    await bench.publish(address)
    const stage = bench.openStage()
    await bench.settle(stage)
    await chain.commitBlocks(EXPIRY_BLOCKS)
    await bench.settle(stage)
    expect(await bench.transactions(address)).toHaveLength(1)
    await chain.commitBlocks(1)
    await bench.settle(stage)
    expect(await bench.transactions(address)).toMatchObject([
      { outcome: 'dropped', problem: 'The transaction expired before the chain ran it.' },
      { outcome: 'sealed' },
    ])
    await forwardToNode(await held)
    expect(await chain.publications(address)).toHaveLength(1)
  })
})

/** Hands a lost request to the node after all. */
async function forwardToNode({ path, body }: { path: string; body: string }): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(chain.emulator.accessNodeUrl + path, { method: 'POST', headers, body })
}
