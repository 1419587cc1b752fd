import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arg } from '../decode/cadence-arg.ts'
import { NodeRefusedError } from '../errors.ts'
import { createSigner } from '../keys/create-signer.ts'
import { signUserMessage, verifyUserMessage } from '../proof/verify-signatures.ts'
import { EMPTY_TRANSACTION } from '../testing/cadence.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'
import {
  postTransaction,
  readNextSequenceNumber,
  SealTimeoutError,
  type SendRequest,
  sendTransaction,
  waitForSeal,
} from './send-transaction.ts'
import { computeTransactionId, signTransaction } from './sign-transaction.ts'
import { buildTransaction, type Transaction } from './transaction.ts'

const ONE_FLOW = 100_000_000n

let testChain: TestChain
beforeAll(async () => {
  testChain = await startTestChain()
})
afterAll(() => testChain.emulator.stop())

async function buildServiceTransaction(change: Partial<Transaction> = {}): Promise<Transaction> {
  const { reader, service } = testChain
  const { address } = service
  const sequenceNumber = await readNextSequenceNumber(reader, service)
  const built = buildTransaction({
    cadence: EMPTY_TRANSACTION,
    args: [],
    referenceBlockId: (await reader.getLatestBlock()).id,
    proposalKey: { address, keyIndex: 0, sequenceNumber },
    payer: address,
    authorizers: [address],
  })
  return signTransaction({ ...built, ...change }, [service])
}

const send = (request: Partial<SendRequest>) =>
  testChain.run({ cadence: EMPTY_TRANSACTION, args: [], proposer: testChain.service, ...request })

async function readBalance(address: Address): Promise<bigint> {
  return (await testChain.reader.getAccount(address))?.balanceUnits ?? 0n
}

describe('a transaction', () => {
  test.each([
    { signatureAlgorithm: 'ECDSA_P256', hashAlgorithm: 'SHA3_256' },
    { signatureAlgorithm: 'ECDSA_P256', hashAlgorithm: 'SHA2_256' },
    { signatureAlgorithm: 'ECDSA_secp256k1', hashAlgorithm: 'SHA2_256' },
    { signatureAlgorithm: 'ECDSA_secp256k1', hashAlgorithm: 'SHA3_256' },
  ] as const)('moves FLOW when signed with %o', async (algorithms) => {
    const sender = await testChain.createAccount(algorithms)
    await testChain.transfer(testChain.service, sender.address, 10n * ONE_FLOW)
    const receiver = await testChain.createAccount()
    const before = await readBalance(receiver.address)
    const result = await testChain.transfer(sender, receiver.address, 3n * ONE_FLOW)
    expect(result).toMatchObject({ status: 'sealed', error: null })
    expect((await readBalance(receiver.address)) - before).toBe(3n * ONE_FLOW)
  })

  test('sent twice runs once, with the id that was computed before', async () => {
    const transaction = await buildServiceTransaction()
    const txId = computeTransactionId(transaction)
    for (let sent = 0; sent < 2; sent++) {
      expect(await postTransaction(testChain.node, transaction)).toBe(txId)
      expect(await waitForSeal(testChain.reader, txId)).toMatchObject({ txId, status: 'sealed' })
    }
    const { sequenceNumber } = transaction.proposalKey
    expect(await readNextSequenceNumber(testChain.reader, testChain.service)).toBe(
      sequenceNumber + 1,
    )
  })

  test('carries proposer, payer and two authorizers with a signature each', async () => {
    const [alice, bob] = [await testChain.createAccount(), await testChain.createAccount()]
    const { error, txId } = await send({
      cadence: 'transaction(n: UInt64) { prepare(a: &Account, b: &Account) { assert(n == 7) } }',
      args: [arg.integer('UInt64', 7)],
      proposer: bob,
      payer: testChain.service,
      authorizers: [alice, bob],
    })
    expect(error).toBeNull()
    expect(await testChain.reader.getTransactionRoles(txId)).toEqual({
      txId,
      proposer: bob.address,
      payer: testChain.service.address,
      authorizers: [alice.address, bob.address],
    })
  })

  test('several of one key with counted sequence numbers run in one block', async () => {
    await testChain.emulator.control('/mode', { mode: 'manual' })
    try {
      const proposer = testChain.service
      const next = await readNextSequenceNumber(testChain.reader, proposer)
      const txIds: string[] = []
      for (const sequenceNumber of [next, next + 1, next + 2]) {
        const request = { cadence: EMPTY_TRANSACTION, args: [], proposer, sequenceNumber }
        txIds.push(await sendTransaction(testChain, request))
      }
      await testChain.emulator.control('/blocks', { count: 1 })
      const results = await Promise.all(txIds.map((txId) => waitForSeal(testChain.reader, txId)))
      expect(results.map(({ error }) => error)).toEqual([null, null, null])
      expect(new Set(results.map(({ blockId }) => blockId)).size).toBe(1)
    } finally {
      await testChain.emulator.control('/mode', { mode: 'auto' })
    }
  })
})

describe('the message of a failure', () => {
  const forge = () => {
    const { address } = testChain.service
    return { proposer: createSigner({ address, keyIndex: 0, privateKeyHex: '1'.repeat(64) }) }
  }

  test.each<[string, () => Partial<SendRequest>, RegExp]>([
    [
      'a panic',
      () => ({ cadence: 'transaction { prepare(s: &Account) { panic("it is closed") } }' }),
      /^panic: it is closed$/,
    ],
    [
      'a pre-condition',
      () => ({ cadence: 'transaction { prepare(s: &Account) {} pre { 1 > 2: "1 is low" } }' }),
      /^pre-condition failed: 1 is low$/,
    ],
    ['a wrong signature', forge, /^invalid envelope key: .* does not have a valid signature/],
    [
      'a number out of sequence',
      () => ({ sequenceNumber: 9999 }),
      /has sequence number \d+, but given 9999$/,
    ],
  ])('is that of %s', async (_, build, message) => {
    const { status, error } = await send(build())
    expect(status).toBe('sealed')
    expect(error?.message).toMatch(message)
  })

  test.each([
    ['Cadence that does not parse', { cadence: 'transaction {' }],
    ['an unknown reference block', { referenceBlockId: 'ab'.repeat(32) }],
  ])('is that of the node for %s', async (_, change) => {
    const post = postTransaction(testChain.node, await buildServiceTransaction(change))
    await expect(post).rejects.toThrow(NodeRefusedError)
  })
})

test('a transaction that was never sent times out, or ends with the reason of a signal', async () => {
  const wait = waitForSeal(testChain.reader, 'cd'.repeat(32), { timeoutMs: 120 })
  await expect(wait).rejects.toThrow(SealTimeoutError)
  await expect(wait).rejects.toThrow(/^Transaction (cd){32} is unknown, not sealed, after 0.12 s/)
  const controller = new AbortController()
  const aborted = waitForSeal(testChain.reader, 'cd'.repeat(32), { signal: controller.signal })
  controller.abort(new Error('shutting down'))
  await expect(aborted).rejects.toThrow('shutting down')
})

test('the chain accepts the signature of a user message', async () => {
  const signer = await testChain.createAccount()
  const account = await testChain.reader.getAccount(signer.address)
  const message = 'flag 0x179b6b1cb6755e31, sequence 1'
  const signed = signUserMessage(signer, message)
  expect(account && verifyUserMessage(account, message, [signed])).toEqual({ isValid: true })
  const cadence = `
    access(all) fun main(who: Address, message: String, signature: String): Bool {
      let key = getAccount(who).keys.get(keyIndex: 0)!
      return key.publicKey.verify(
        signature: signature.decodeHex(),
        signedData: message.utf8,
        domainSeparationTag: "FLOW-V0.0-user",
        hashAlgorithm: key.hashAlgorithm
      )
    }`
  const verify = (text: string): Promise<unknown> =>
    testChain.reader.executeScript(cadence, [
      arg.address(signer.address),
      arg.string(text),
      arg.string(signed.signature),
    ])
  expect(await verify(message)).toBe(true)
  expect(await verify(`${message}0`)).toBe(false)
})
