import { NodeBusyError } from '@app/flow/errors.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { EMPTY_TRANSACTION } from '@app/flow/testing/cadence.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPost } from '../testing/fault-proxy.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import { type AgentChain, KEY_COUNT, openAgentChain } from '../testing/open-agent-chain.ts'
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

  it('sends one concurrent transaction per key of the account', async () => {
    const bench = await openAgentFixture(chain)
    const wallets = Array.from({ length: 20 }, newWallet)
    for (const address of wallets) await bench.publish(address)
    const stage = bench.openStage()
    await chain.setMode('manual')
    const keysUsed: number[][] = []
    for (let block = 0; block < wallets.length / KEY_COUNT; block += 1) {
      await bench.settle(stage)
      keysUsed.push(await readLiveKeys(bench.context))
      await chain.commitBlocks(1)
    }
    await bench.settle(stage)
    await chain.setMode('auto')
    expect(keysUsed).toEqual(Array(5).fill([0, 1, 2, 3]))
    const published = await chain.publications()
    for (const address of wallets) {
      expect(published.filter(({ fields }) => fields.address === address)).toHaveLength(1)
    }
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

  it('shares the work with another outbox without duplicates', async () => {
    const bench = await openAgentFixture(chain)
    const wallets = Array.from({ length: 6 }, newWallet)
    for (const address of wallets) await bench.publish(address)
    await Promise.all([1, 2, 3].map(() => bench.settle(bench.openStage())))
    await bench.settle(bench.openStage())
    for (const address of wallets) expect(await chain.publications(address)).toHaveLength(1)
  })

  it('reports the contract’s message when a transaction fails', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    const stage = bench.openStage()
    await bench.publish(address, 1, 3)
    await bench.settle(stage)
    await bench.publish(address, 2, 2)
    await bench.settle(stage)
    const action = await bench.action(address, 2)
    expect(action.status).toBe('failed')
    expect(action.problem).toMatch(/Height 2 is older than the last one, 3/)
    expect(await chain.publications(address)).toHaveLength(1)
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

async function readLiveKeys({ db }: Awaited<ReturnType<typeof openAgentFixture>>['context']) {
  const rows = await db
    .selectFrom('agent_transaction')
    .select('key_index')
    .where('outcome', 'is', null)
    .orderBy('key_index')
    .execute()
  return rows.map((row) => row.key_index)
}
