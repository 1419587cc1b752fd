import { NodeBusyError, NodeUnreachableError } from '@app/flow/errors.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { EMPTY_TRANSACTION } from '@app/flow/testing/cadence.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isPost, isResultLookup } from '../testing/fault-proxy.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import { type AgentChain, KEY_COUNT, openAgentChain } from '../testing/open-agent-chain.ts'
import { openAgentFixture, toTestWallet } from '../testing/open-agent-fixture.ts'
import { EXPIRY_BLOCKS } from './decide-transition.ts'

/** Long timeout: real processes and hundreds of blocks, possibly on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

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

describe('a failing node', () => {
  it('that refuses makes the action fail with its message, and the key is free again', async () => {
    const bench = await openAgentFixture(chain)
    const [refused, next] = [newWallet(), newWallet()]
    void bench.proxy.injectFault(isPost, { refuse: 'Invalid Flow request: the payer has no FLOW' })
    await bench.publish(refused)
    const stage = bench.openStage()
    await bench.settle(stage)
    const action = await bench.action(refused)
    expect(action).toMatchObject({ status: 'failed', tx_id: null })
    expect(action.problem).toBe(
      'The Flow access node refused the transaction: Invalid Flow request: the payer has no FLOW.',
    )
    await bench.publish(next)
    await bench.settle(stage)
    expect(await chain.publications(next)).toHaveLength(1)
    expect(await bench.transactions(next)).toMatchObject([{ key_index: 0 }])
  })

  it('that does not have the reference block yet gets a new transaction with another one', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    void bench.proxy.injectFault(isPost, { refuse: 'Invalid: unknown reference block' })
    await bench.publish(address)
    const stage = bench.openStage()
    await bench.settle(stage)
    expect(await bench.action(address)).toMatchObject({ status: 'queued', attempts: 1 })
    await chain.commitBlocks(1)
    await bench.settle(stage)
    expect(await chain.publications(address)).toHaveLength(1)
    expect(await bench.transactions(address)).toMatchObject([
      { outcome: 'dropped' },
      { outcome: 'sealed' },
    ])
  })

  it('that keeps refusing gets three transactions at most', async () => {
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

  it('that does not answer gets the same transaction again', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    void bench.proxy.injectFault(isPost, 'hold')
    await bench.publish(address)
    const stage = bench.openStage()
    await expect(stage.step()).rejects.toThrow(NodeUnreachableError)
    const waiting = await bench.action(address)
    expect(waiting).toMatchObject({ status: 'queued', tx_id: null })
    expect(waiting.problem).toBe('The Flow access node does not answer.')
    await bench.settle(stage)
    expect(await chain.publications(address)).toHaveLength(1)
    expect(await bench.transactions(address)).toHaveLength(1)
  })

  it('that refuses a second attempt is trusted only after the first has expired', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    const first = bench.proxy.injectFault(isPost, 'hold')
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

  it('whose response is lost is queried for the transaction, which is not sent again', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    void bench.proxy.injectFault(isPost, 'hold answer')
    await bench.publish(address)
    const stage = bench.openStage()
    await expect(stage.step()).rejects.toThrow(NodeUnreachableError)
    await bench.settle(stage)
    expect(bench.proxy.requests.filter(isPost)).toHaveLength(1)
    expect(await chain.publications(address)).toHaveLength(1)
    expect(await bench.action(address)).toMatchObject({ status: 'sealed', problem: null })
  })

  it('that cannot return the result of the transaction is queried again', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    void bench.proxy.injectFault(isResultLookup, 'busy')
    await bench.publish(address)
    const stage = bench.openStage()
    await expect(bench.settle(stage)).rejects.toThrow(NodeBusyError)
    await bench.settle(stage)
    expect(bench.proxy.requests.filter(isPost)).toHaveLength(1)
    expect(await bench.action(address)).toMatchObject({ status: 'sealed' })
  })

  it('that loses the transaction gets the same one again after ten blocks', async () => {
    const bench = await openAgentFixture(chain)
    const address = newWallet()
    void bench.proxy.injectFault(isPost, 'lose')
    await bench.publish(address)
    const stage = bench.openStage()
    await bench.settle(stage)
    expect(await bench.action(address)).toMatchObject({ status: 'sent' })
    await chain.commitBlocks(9)
    await bench.settle(stage)
    expect(bench.proxy.requests.filter(isPost)).toHaveLength(1)
    await chain.commitBlocks(1)
    await bench.settle(stage)
    expect(await chain.publications(address)).toHaveLength(1)
    expect(await bench.transactions(address)).toHaveLength(1)
  })

  it('that loses it until it has expired gets another one, and the first cannot be executed any more', async () => {
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

/** Forwards a request that the fault proxy dropped to the node. */
async function forwardToNode({ path, body }: { path: string; body: string }): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(chain.emulator.accessNodeUrl + path, { method: 'POST', headers, body })
}

async function readLiveKeys({ db }: Awaited<ReturnType<typeof openAgentFixture>>['context']) {
  const rows = await db
    .selectFrom('agent_transaction')
    .select('key_index')
    .where('outcome', 'is', null)
    .orderBy('key_index')
    .execute()
  return rows.map((row) => row.key_index)
}
