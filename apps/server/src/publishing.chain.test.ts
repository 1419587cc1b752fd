import { createClient } from '@app/api/client/client.ts'
import { getOnchainScore, getScore, publishScore } from '@app/api/routes/score.ts'
import { publishScore as publishOnchain } from '@app/contracts/calls.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultProxy, isPost, startFaultProxy } from './agent/testing/fault-proxy.ts'
import { toTestHash } from './agent/testing/insert-test-score.ts'
import { type AgentChain, openAgentChain } from './agent/testing/open-agent-chain.ts'
import type { Server } from './server.ts'
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts'
import { startCompleteServer } from './testing/start-complete-server.ts'

const WALLETS = 20

let chain: AgentChain
/** Proxy between the server and its node. */
let proxy: FaultProxy
let database: TestDatabase
let server: Server
let api: ReturnType<typeof createClient>
const wallets: Address[] = []

beforeAll(async () => {
  ;[chain, database] = await Promise.all([openAgentChain(), createTestDatabase()])
  proxy = await startFaultProxy(chain.emulator.accessNodeUrl)
  for (let number = 0; number < WALLETS + 6; number += 1) {
    const { address } = await chain.createAccount()
    await chain.transfer(chain.service, address, 100_000_000n)
    wallets.push(address)
  }
  server = await startCompleteServer({
    accessNodeUrl: proxy.url,
    databaseUrl: database.url,
    agent: chain.agent,
  })
  api = createClient({ baseUrl: server.url })
  await server.drain()
})

afterAll(async () => {
  await server.stop()
  await proxy.stop()
  await database.drop()
  await chain.emulator.stop()
})

function getWallet(number: number): Address {
  const wallet = wallets[number]
  if (wallet === undefined) throw new RangeError(`there is no wallet ${number}`)
  return wallet
}
const buildParams = (number: number) => ({ params: { address: getWallet(number) } })
const requestPublish = (number: number) =>
  api.call(getScore, { ...buildParams(number), query: { publish: 'true' } })

describe('a published score', () => {
  it('is on the chain as the server shows it, recomputed by the contract', async () => {
    const live = await requestPublish(0)
    const onchain = await api.call(getOnchainScore, buildParams(0))
    expect(onchain).toEqual({
      address: live.address,
      score: live.score,
      level: live.metadata.riskLevel,
      breakdown: live.breakdown,
      version: live.version,
      evidenceHash: live.evidenceHash,
      blockHeight: live.coverage.toHeight,
      publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      txId: live.txId,
    })
    const [event] = await chain.publications(getWallet(0))
    expect(event?.txId).toBe(live.txId)
    const seconds = Math.floor(Number(event?.blockTimeMs) / 1000)
    expect(Date.parse(onchain.publishedAt)).toBe(seconds * 1000)
  })

  it('is in the answer of the score from the indexed event, as the contract has it', async () => {
    const { txId } = await requestPublish(0)
    const onchain = await api.call(getOnchainScore, buildParams(0))
    await api.call(getScore, buildParams(WALLETS + 3))
    const scripts = () => proxy.requests.filter(({ path }) => path.startsWith('/v1/scripts'))
    const before = scripts().length
    const { published } = await api.call(getScore, buildParams(0))
    expect(published).toEqual({ ...onchain, txId })
    expect((await api.call(getScore, buildParams(WALLETS + 3))).published).toBeNull()
    expect(scripts()).toHaveLength(before)
  })

  it('stays the same when it is requested again, by either call', async () => {
    const [first, second, third] = [
      await requestPublish(1),
      await requestPublish(1),
      await api.call(publishScore, buildParams(1)),
    ]
    expect([second.txId, third.txId]).toEqual([first.txId, first.txId])
    expect(await chain.publications(getWallet(1))).toHaveLength(1)
  })

  it('is streamed from request to seal to subscribers of the address', async () => {
    const address = getWallet(WALLETS + 1)
    const stream = await fetch(`${server.url}/v1/stream?topics=score:${address}`)
    const text = await api
      .call(publishScore, buildParams(WALLETS + 1))
      .then(({ txId }) => readUntil(stream, `"txId":"${txId}"`))
    expect(text).toMatch(/event: action\ndata: .*"status":"queued"/)
  })

  it('by another publisher is shown without a transaction of this server', async () => {
    const call = publishOnchain({
      address: getWallet(WALLETS),
      factors: [10_000, 10_000, 10_000, 10_000, 10_000, 10_000],
      version: '0.9.0',
      evidenceHash: toTestHash(77),
      blockHeight: 1,
    })
    const proposer = createSigner({ ...chain.agent, keyIndex: 3 })
    const cadence = resolveImports(call.cadence, 'local')
    const { error } = await chain.run({ cadence, args: call.args, proposer })
    expect(error).toBeNull()
    const onchain = await api.call(getOnchainScore, buildParams(WALLETS))
    expect(onchain).toMatchObject({ score: 100, level: 'TRUSTED', version: '0.9.0' })
    expect(onchain.txId).toBeUndefined()
    await server.drain()
    const { published } = await api.call(getScore, buildParams(WALLETS))
    expect(published).toEqual({ ...onchain, txId: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })
})

it('publishes for many at a time, with several keys, each once', async () => {
  const numbers = Array.from({ length: WALLETS - 2 }, (_, index) => index + 2)
  const answers = await Promise.all(numbers.map(requestPublish))
  const txIds = answers.map(({ txId }) => txId)
  expect(new Set(txIds).size).toBe(numbers.length)
  const events = await chain.publications()
  for (const number of numbers) {
    const own = events.filter(({ fields }) => fields.address === getWallet(number))
    expect(own.map(({ txId }) => txId)).toEqual([answers[number - 2]?.txId])
  }
  const roles = await Promise.all(txIds.map((txId) => readProposalKeyIndex(String(txId))))
  expect(new Set(roles)).toEqual(new Set(['0', '1', '2', '3']))
})

describe('a failing node', () => {
  it('that refuses is quoted to the client, who may request again', async () => {
    void proxy.injectFault(isPost, { refuse: 'Invalid Flow request: the payer has no FLOW' })
    await expect(requestPublish(WALLETS + 3)).rejects.toMatchObject({
      status: 502,
      code: 'transaction_failed',
      message:
        'The Flow access node refused the transaction: Invalid Flow request: the payer has no FLOW.',
    })
    await chain.commitBlocks(1)
    const { txId } = await requestPublish(WALLETS + 3)
    const [event] = await chain.publications(getWallet(WALLETS + 3))
    expect(event?.txId).toBe(txId)
  })

  it('that does not answer is called again while the client waits', async () => {
    void proxy.injectFault(isPost, 'hold')
    const { txId } = await requestPublish(WALLETS + 4)
    const events = await chain.publications(getWallet(WALLETS + 4))
    expect(events.map((event) => event.txId)).toEqual([txId])
  })

  it('that loses the transaction gets the same one again, and the client its id', async () => {
    const lost = proxy.injectFault(isPost, 'lose')
    const asking = requestPublish(WALLETS + 5)
    await lost
    await chain.commitBlocks(11)
    const { txId } = await asking
    const events = await chain.publications(getWallet(WALLETS + 5))
    expect(events.map((event) => event.txId)).toEqual([txId])
  })
})

/** Reads the stream until a sealed action containing `part` arrives; returns the received text. */
async function readUntil(stream: Response, part: string): Promise<string> {
  let text = ''
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.split('\n').some((line) => line.includes('"sealed"') && line.includes(part))) break
  }
  return text
}

/** Reads from the node the index of the key that proposed a transaction. */
async function readProposalKeyIndex(txId: string): Promise<string> {
  const response = await fetch(`${chain.emulator.accessNodeUrl}/v1/transactions/${txId}`)
  const transaction = (await response.json()) as { proposal_key: { key_index: string } }
  return transaction.proposal_key.key_index
}
