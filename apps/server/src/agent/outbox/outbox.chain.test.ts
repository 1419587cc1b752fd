import { NodeBusyError } from '@app/flow/errors.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { EMPTY_TRANSACTION } from '@app/flow/testing/cadence.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPost } from '../testing/fault-proxy.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import { type AgentChain, openAgentChain } from '../testing/open-agent-chain.ts'
import { openAgentFixture, toTestWallet } from '../testing/open-agent-fixture.ts'

let chain: AgentChain
/** Number of the next unused wallet: the tests share a chain. */
let nextWallet = 1
const newWallet = () => toTestWallet(nextWallet++)

beforeAll(async () => {
  chain = await openAgentChain()
})
afterAll(() => chain.emulator.stop())

describe('the outbox', () => {
  it('publishes the stored score with the evidence', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    await bench.publish(address, 1)
    await bench.settle(bench.openStage())
    const [published] = await chain.publications(address)
    expect(published?.fields).toMatchObject({
      evidenceHash: toTestHash(1),
      factors: [5000n, 5000n, 5000n, 5000n, 5000n, 5000n],
      version: '1.0.0',
      scoreTenths: 500n,
      publisher: chain.agent.address,
    })
    const action = await bench.action(address)
    expect(action).toMatchObject({ status: 'sealed', tx_id: published?.txId, problem: null })
    expect(action.sealed_height).toBeGreaterThanOrEqual(published?.height ?? Infinity)
  })

  it('makes no node calls while there is nothing to do', async () => {
    const { proxy, openStage } = await openAgentFixture(chain)
    const stage = openStage()
    await stage.step()
    const before = proxy.requests.length
    expect(await stage.step()).toBe('idle')
    expect(proxy.requests).toHaveLength(before)
  })

  it('fails permanently without a heartbeat when its key matches nothing', async () => {
    const { context, openStage } = await openAgentFixture(chain)
    await context.db.deleteFrom('agent_heartbeat').execute()
    const stage = openStage({ ...chain.agent, privateKeyHex: '77'.repeat(32) })
    await expect(stage.step()).rejects.toThrow(/^The agent's private key matches no key/)
    const nowhere = openStage({ ...chain.agent, address: computeAddressAtIndex(90_000, 'local') })
    await expect(nowhere.step()).rejects.toThrow(/does not exist on this network/)
    expect(await context.db.selectFrom('agent_heartbeat').selectAll().execute()).toEqual([])
  })

  it('sends for one wallet in request order, one after the other', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    await bench.publish(address, 1, 1)
    await bench.publish(address, 2, 2)
    await bench.settle(bench.openStage())
    const published = await chain.publications(address)
    expect(published.map(({ fields }) => fields.evidenceHash)).toEqual([
      toTestHash(1),
      toTestHash(2),
    ])
  })

  it('signs again when another client used the sequence number of its key', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    await bench.publish(address)
    const stage = bench.openStage()
    void bench.proxy.injectFault(isPost, 'busy')
    await expect(stage.step()).rejects.toThrow(NodeBusyError)
    const signer = createSigner({ ...chain.agent, keyIndex: 0 })
    await chain.run({ cadence: EMPTY_TRANSACTION, args: [], proposer: signer })
    await bench.settle(stage)
    expect(await chain.publications(address)).toHaveLength(1)
    const [first, second] = await bench.transactions(address)
    expect(first).toMatchObject({ outcome: 'dropped', key_index: 0 })
    expect(second).toMatchObject({
      outcome: 'sealed',
      sequence_number: Number(first?.sequence_number) + 1,
    })
  })
})
