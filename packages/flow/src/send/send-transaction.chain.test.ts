import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arg } from '../decode/cadence-arg.ts'
import { NodeRefusedError, NodeUnreachableError } from '../errors.ts'
import { createSigner } from '../keys/create-signer.ts'
import { signUserMessage, verifyUserMessage } from '../proof/verify-signatures.ts'
import { createFlowReader } from '../read/create-flow-reader.ts'
import { EMPTY_TRANSACTION } from '../testing/cadence.ts'
import { startEmulator, startTestChain, type TestChain } from '../testing/test-chain.ts'
import {
  postTransaction,
  readNextSequenceNumber,
  SealTimeoutError,
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

afterAll(async () => {
  await testChain.emulator.stop()
})

async function buildServiceTransaction(change: Partial<Transaction> = {}): Promise<Transaction> {
  const { address } = testChain.service
  const built = buildTransaction({
    cadence: EMPTY_TRANSACTION,
    args: [],
    referenceBlockId: (await testChain.reader.getLatestBlock()).id,
    proposalKey: {
      address,
      keyIndex: 0,
      sequenceNumber: await readNextSequenceNumber(testChain.reader, testChain.service),
    },
    payer: address,
    authorizers: [address],
  })
  return signTransaction({ ...built, ...change }, [testChain.service])
}

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

  test('has the id that was computed before it was sent', async () => {
    const transaction = await buildServiceTransaction()
    const txId = computeTransactionId(transaction)
    expect(await postTransaction(testChain.node, transaction)).toBe(txId)
    expect(await waitForSeal(testChain.reader, txId)).toMatchObject({ txId, status: 'sealed' })
    expect((await testChain.reader.getTransactionRoles(txId)).txId).toBe(txId)
  })

  test('sent twice runs once', async () => {
    const transaction = await buildServiceTransaction()
    const txId = await postTransaction(testChain.node, transaction)
    await waitForSeal(testChain.reader, txId)
    expect(await postTransaction(testChain.node, transaction)).toBe(txId)
    const { sequenceNumber } = transaction.proposalKey
    expect(await readNextSequenceNumber(testChain.reader, testChain.service)).toBe(
      sequenceNumber + 1,
    )
  })

  test('carries proposer, payer and two authorizers with a signature each', async () => {
    const [alice, bob] = [await testChain.createAccount(), await testChain.createAccount()]
    const result = await testChain.run({
      cadence: 'transaction(n: UInt64) { prepare(a: &Account, b: &Account) { assert(n == 7) } }',
      args: [arg.integer('UInt64', 7)],
      proposer: bob,
      payer: testChain.service,
      authorizers: [alice, bob],
    })
    expect(result.error).toBeNull()
  })

  test('several of one key with counted sequence numbers run in one block', async () => {
    await testChain.emulator.control('/mode', { mode: 'manual' })
    try {
      const next = await readNextSequenceNumber(testChain.reader, testChain.service)
      const send = (sequenceNumber: number): Promise<string> =>
        sendTransaction(testChain, {
          cadence: EMPTY_TRANSACTION,
          args: [],
          proposer: testChain.service,
          sequenceNumber,
        })
      const txIds = [await send(next), await send(next + 1), await send(next + 2)]
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
  test('of a panic', async () => {
    const cadence = 'transaction { prepare(s: &Account) { panic("the vote is closed") } }'
    const { status, error } = await testChain.run({
      cadence,
      args: [],
      proposer: testChain.service,
    })
    expect(status).toBe('sealed')
    expect(error).toMatchObject({ code: 1101, message: 'panic: the vote is closed' })
    expect(error?.text).toContain('panic("the vote is closed")')
  })

  test('of a pre-condition', async () => {
    const cadence = 'transaction { prepare(s: &Account) {} pre { 1 > 2: "1 is not above 2" } }'
    const { error } = await testChain.run({ cadence, args: [], proposer: testChain.service })
    expect(error?.message).toBe('pre-condition failed: 1 is not above 2')
  })

  test('of a wrong signature', async () => {
    const { address } = testChain.service
    const forger = createSigner({ address, keyIndex: 0, privateKeyHex: '1'.repeat(64) })
    const { error } = await testChain.run({
      cadence: EMPTY_TRANSACTION,
      args: [],
      proposer: forger,
    })
    expect(error?.message).toMatch(/^invalid envelope key: .* does not have a valid signature/)
  })

  test('of a number out of sequence', async () => {
    const request = { cadence: EMPTY_TRANSACTION, args: [], proposer: testChain.service }
    const { error } = await testChain.run({ ...request, sequenceNumber: 9999 })
    expect(error).toMatchObject({ code: 1007 })
    expect(error?.message).toMatch(/has sequence number \d+, but given 9999$/)
  })

  test('of Cadence that does not parse, without retry', async () => {
    const post = postTransaction(
      testChain.node,
      await buildServiceTransaction({ cadence: 'transaction {' }),
    )
    await expect(post).rejects.toThrow(NodeRefusedError)
    await expect(post).rejects.toThrow(/: unexpected token|expected/)
  })

  test('of an unknown reference block, without retry', async () => {
    const post = postTransaction(
      testChain.node,
      await buildServiceTransaction({ referenceBlockId: 'ab'.repeat(32) }),
    )
    await expect(post).rejects.toThrow(NodeRefusedError)
  })
})

describe('waitForSeal', () => {
  test('times out for a transaction that was never sent', async () => {
    const wait = waitForSeal(testChain.reader, 'cd'.repeat(32), { timeoutMs: 120 })
    await expect(wait).rejects.toThrow(SealTimeoutError)
    await expect(wait).rejects.toThrow(/^Transaction (cd){32} is unknown, not sealed, after 0.12 s/)
  })

  test('ends with the reason of an aborted signal', async () => {
    const controller = new AbortController()
    const wait = waitForSeal(testChain.reader, 'cd'.repeat(32), { signal: controller.signal })
    controller.abort(new Error('shutting down'))
    await expect(wait).rejects.toThrow('shutting down')
  })
})

test('the chain accepts the signature of a user message', async () => {
  const signer = await testChain.createAccount()
  const account = await testChain.reader.getAccount(signer.address)
  const message = 'flag 0x179b6b1cb6755e31, sequence 1'
  const signed = signUserMessage(signer, message)
  expect(account === null || verifyUserMessage(account, message, [signed])).toEqual({
    isValid: true,
  })
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

test('a stopped emulator is reported as unreachable', async () => {
  const emulator = await startEmulator()
  const { accessNodeUrl } = emulator
  const reader = createFlowReader({ accessNodeUrl })
  await reader.getLatestBlock()
  await emulator.stop()
  const read = reader.getLatestBlock()
  await expect(read).rejects.toThrow(NodeUnreachableError)
  await expect(read).rejects.toThrow(
    `Cannot reach the Flow access node at ${accessNodeUrl} (ECONNREFUSED). Check that it is running and that its address is correct.`,
  )
})
