import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { NETWORKS } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arg } from '../decode/cadence-arg.ts'
import { NodeNotFoundError, NodeRefusedError } from '../errors.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'
import type { FlowReader } from './create-flow-reader.ts'
import { buildSystemTypeId } from './system-contracts.ts'

const ONE_FLOW = 100_000_000n
const DEPOSITED = buildSystemTypeId('local', 'FungibleToken', 'Deposited')

let testChain: TestChain
let reader: FlowReader
beforeAll(async () => {
  testChain = await startTestChain()
  reader = testChain.reader
})
afterAll(() => testChain.emulator.stop())

const commitBlocks = (count: number) => testChain.emulator.control('/blocks', { count })

test('blocks have a parent id, and do not exist above the latest height', async () => {
  await commitBlocks(2)
  const tip = await reader.getLatestBlock()
  const parent = await reader.getBlockAtHeight(tip.height - 1)
  expect(tip.parentId).toBe(parent.id)
  expect(tip.timeMs).toBeGreaterThanOrEqual(parent.timeMs)
  expect(await reader.getBlockById(tip.id)).toEqual(tip)
  await expect(reader.getBlockById('0'.repeat(64))).rejects.toThrow(NodeNotFoundError)
  await expect(reader.getBlockAtHeight(tip.height + 1000)).rejects.toThrow(NodeNotFoundError)
})

test('the node reports its chain and its block range', async () => {
  expect(await reader.getChainId()).toBe('flow-emulator')
  expect(await reader.getNodeVersion()).toMatchObject({ nodeRootHeight: 0, sporkRootHeight: 0 })
})

describe('events', () => {
  test('of a range with empty blocks are found, each in its block', async () => {
    const fromHeight = (await reader.getLatestBlock()).height + 1
    const alice = await testChain.createAccount()
    await commitBlocks(3)
    const bob = await testChain.createAccount()
    const toHeight = (await reader.getLatestBlock()).height
    const blocks = await reader.getEventsByBlock('flow.AccountCreated', fromHeight, toHeight)
    expect(blocks.map(({ height }) => height)).toEqual(
      Array.from({ length: toHeight - fromHeight + 1 }, (_, i) => fromHeight + i),
    )
    const filled = blocks.filter(({ events }) => events.length > 0)
    const addresses = filled.flatMap(({ events }) => events.map(({ fields }) => fields.address))
    expect(addresses).toEqual([alice.address, bob.address])
    for (const { height, blockId: id, blockTimeMs: timeMs } of filled)
      expect(await reader.getBlockAtHeight(height)).toMatchObject({ id, timeMs })
  })

  test('of a transfer contain token, amount in units, account and vaults, and fees', async () => {
    const { address } = await testChain.createAccount()
    const paid = await testChain.transfer(testChain.service, address, 5n * ONE_FLOW)
    const { height } = await reader.getLatestBlock()
    const events = await reader.getEvents(DEPOSITED, height, height)
    const own = events.filter(({ txId }) => txId === paid.txId)
    expect(own[0]).toMatchObject({ type: DEPOSITED, blockId: paid.blockId, height, txIndex: 0 })
    expect(own[0]?.fields).toEqual({
      type: buildFlowVaultTypeId('local'),
      amount: 5n * ONE_FLOW,
      to: address,
      toUUID: expect.any(BigInt),
      depositedUUID: expect.any(BigInt),
      balanceAfter: expect.any(BigInt),
    })
    expect(own.at(-1)?.fields.to).toBe(NETWORKS.local.feeAccounts[0])
  })

  test('of the system transaction have the same transaction id in every block', async () => {
    await commitBlocks(2)
    const { height } = await reader.getLatestBlock()
    const [first, second] = await reader.getEventsByBlock(DEPOSITED, height - 1, height)
    const txId = second?.events.at(-1)?.txId ?? ''
    expect(first?.events.map((event) => event.txId)).toContain(txId)
    expect(await reader.getTransactionRoles(txId)).toMatchObject({ proposer: ZERO_ADDRESS })
  })

  test('of keys have their algorithms', async () => {
    const carol = await testChain.createAccount()
    const { height } = await reader.getLatestBlock()
    const keys = await reader.getEvents('flow.AccountKeyAdded', height, height)
    const added = keys.find(({ fields }) => fields.address === carol.address)
    expect(added?.fields).toMatchObject({
      keyIndex: 0n,
      weight: 1000n * ONE_FLOW,
      hashAlgorithm: 3n,
      publicKey: {
        publicKey: Array.from(Buffer.from(carol.publicKeyHex, 'hex'), BigInt),
        signatureAlgorithm: 1n,
      },
    })
  })
})

test('a transaction that was never sent has no roles and an unknown result', async () => {
  const txId = 'ab'.repeat(32)
  await expect(reader.getTransactionRoles(txId)).rejects.toThrow(NodeNotFoundError)
  expect(await reader.getTransactionResult(txId)).toMatchObject({ status: 'unknown', error: null })
})

describe('accounts', () => {
  test('have a balance and keys', async () => {
    const account = await reader.getAccount(testChain.service.address)
    expect(account?.balanceUnits).toBeGreaterThan(ONE_FLOW)
    expect(account?.keys[0]).toMatchObject({
      index: 0,
      publicKeyHex: testChain.service.publicKeyHex,
      signatureAlgorithm: 'ECDSA_P256',
      hashAlgorithm: 'SHA3_256',
      weight: 1000,
      isRevoked: false,
    })
    expect(await reader.getAccount(computeAddressAtIndex(1_000_000, 'local'))).toBeNull()
  })

  test('of the system have their contracts', async () => {
    const cadence =
      'access(all) fun main(a: Address): [String] { return *getAccount(a).contracts.names }'
    for (const [name, address] of Object.entries(NETWORKS.local.systemContracts))
      expect(await reader.executeScript(cadence, [arg.address(address)])).toContain(name)
  })
})

describe('scripts', () => {
  test('take arguments and return plain values', async () => {
    const cadence = `
      access(all) fun main(who: Address, units: UFix64, bytes: [UInt8], note: String?): {String: AnyStruct} {
        return {
          "who": who, "double": units * 2.0, "last": bytes[bytes.length - 1], "note": note,
          "type": Type<@{Int: AnyResource}>(), "path": /public/flow, "below": -1.5 as Fix64
        }
      }`
    const args = [
      arg.address(testChain.service.address),
      arg.ufix64(150_000_000n),
      arg.bytes(Uint8Array.of(1, 255)),
      arg.optional(null),
    ]
    expect(await reader.executeScript(cadence, args)).toEqual({
      who: testChain.service.address,
      double: 300_000_000n,
      last: 255n,
      note: null,
      type: '{Int:AnyResource}',
      path: '/public/flow',
      below: -150_000_000n,
    })
  })

  test('read the chain at the requested height', async () => {
    const cadence = 'access(all) fun main(): UInt64 { return getCurrentBlock().height }'
    await commitBlocks(2)
    const { height } = await reader.getLatestBlock()
    expect(await reader.executeScript(cadence, [])).toBe(BigInt(height))
    expect(await reader.executeScript(cadence, [], height - 1)).toBe(BigInt(height - 1))
  })

  test('one that panics is rejected with the message of its panic', async () => {
    const script = reader.executeScript('access(all) fun main() { panic("no such vault") }', [])
    await expect(script).rejects.toThrow(NodeRefusedError)
    await expect(script).rejects.toThrow(/with 400: panic: no such vault$/)
  })
})
