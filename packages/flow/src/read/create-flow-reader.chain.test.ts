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

afterAll(async () => {
  await testChain.emulator.stop()
})

async function commitBlocks(count: number): Promise<void> {
  await testChain.emulator.control('/blocks', { count })
}

describe('blocks', () => {
  test('have a parent id, and do not exist above the latest height', async () => {
    await commitBlocks(2)
    const tip = await reader.getLatestBlock()
    const parent = await reader.getBlockAtHeight(tip.height - 1)
    expect(tip.parentId).toBe(parent.id)
    expect(tip.timeMs).toBeGreaterThanOrEqual(parent.timeMs)
    expect(await reader.getBlockAtHeight(tip.height)).toEqual(tip)
    expect(await reader.getBlockById(tip.id)).toEqual(tip)
    await expect(reader.getBlockById('0'.repeat(64))).rejects.toThrow(NodeNotFoundError)
    await expect(reader.getBlockAtHeight(tip.height + 1000)).rejects.toThrow(NodeNotFoundError)
  })

  test('the node reports its chain and its block range', async () => {
    expect(await reader.getChainId()).toBe('flow-emulator')
    expect(await reader.getNodeVersion()).toMatchObject({ nodeRootHeight: 0, sporkRootHeight: 0 })
  })
})

describe('events', () => {
  test('of a range with empty blocks are found, each in its block', async () => {
    const fromHeight = (await reader.getLatestBlock()).height
    const alice = await testChain.createAccount()
    await commitBlocks(3)
    const bob = await testChain.createAccount()
    await commitBlocks(1)
    const toHeight = (await reader.getLatestBlock()).height

    const blocks = await reader.getEventsByBlock('flow.AccountCreated', fromHeight, toHeight)
    expect(blocks.map(({ height }) => height)).toEqual(
      Array.from({ length: toHeight - fromHeight + 1 }, (_, i) => fromHeight + i),
    )
    const filled = blocks.filter(({ events }) => events.length > 0)
    expect(blocks.length - filled.length).toBeGreaterThanOrEqual(4)
    const addresses = filled.flatMap(({ events }) => events.map(({ fields }) => fields.address))
    expect(addresses.slice(-2)).toEqual([alice.address, bob.address])
    for (const { height, blockId, blockTimeMs } of filled) {
      expect(await reader.getBlockAtHeight(height)).toMatchObject({
        id: blockId,
        timeMs: blockTimeMs,
      })
    }
  })

  test('of a transfer contain token, amount in units, account and vaults', async () => {
    const alice = await testChain.createAccount()
    const { txId, blockId } = await testChain.transfer(
      testChain.service,
      alice.address,
      5n * ONE_FLOW,
    )
    const { height } = await reader.getLatestBlock()
    const events = await reader.getEvents(DEPOSITED, height, height)
    const paid = events.find((event) => event.txId === txId && event.fields.to === alice.address)
    expect(paid).toMatchObject({ type: DEPOSITED, blockId, height, txIndex: 0 })
    expect(paid?.fields).toEqual({
      type: buildFlowVaultTypeId('local'),
      amount: 5n * ONE_FLOW,
      to: alice.address,
      toUUID: expect.any(BigInt),
      depositedUUID: expect.any(BigInt),
      balanceAfter: expect.any(BigInt),
    })
  })

  test('of the system transaction have the same transaction id in every block', async () => {
    await commitBlocks(2)
    const { height } = await reader.getLatestBlock()
    const [first, second] = await reader.getEventsByBlock(DEPOSITED, height - 1, height)
    const txId = second?.events.at(-1)?.txId ?? ''
    expect(first?.events.map((event) => event.txId)).toContain(txId)
    expect(await reader.getTransactionRoles(txId)).toMatchObject({ proposer: ZERO_ADDRESS })
  })

  test('from genesis on: accounts and keys with their algorithms', async () => {
    const carol = await testChain.createAccount()
    const { height } = await reader.getLatestBlock()
    const created = await reader.getEvents('flow.AccountCreated', 0, height)
    expect(created.map(({ fields }) => fields.address)).toContain(carol.address)
    const keys = await reader.getEvents('flow.AccountKeyAdded', 0, height)
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

describe('transactions', () => {
  test('roles are proposer, payer and authorizers', async () => {
    const [alice, bob] = [await testChain.createAccount(), await testChain.createAccount()]
    const result = await testChain.run({
      cadence: 'transaction { prepare(a: &Account, b: &Account) {} }',
      args: [],
      proposer: alice,
      payer: testChain.service,
      authorizers: [bob, alice],
    })
    expect(result.error).toBeNull()
    expect(await reader.getTransactionRoles(result.txId)).toEqual({
      txId: result.txId,
      proposer: alice.address,
      payer: testChain.service.address,
      authorizers: [bob.address, alice.address],
    })
  })

  test('one that was never sent has no roles and an unknown result', async () => {
    const txId = 'ab'.repeat(32)
    await expect(reader.getTransactionRoles(txId)).rejects.toThrow(NodeNotFoundError)
    expect(await reader.getTransactionResult(txId)).toMatchObject({
      status: 'unknown',
      error: null,
    })
  })

  test('fees go to the fee account', async () => {
    const { txId, events } = await testChain.transfer(
      testChain.service,
      computeAddressAtIndex(2, 'local'),
      1n,
    )
    const receivers = events.filter(({ type }) => type === DEPOSITED).map(({ fields }) => fields.to)
    expect(receivers.at(-1)).toBe(NETWORKS.local.feeAccounts[0])
    expect(events.every((event) => event.txId === txId)).toBe(true)
  })
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
  })

  test('a valid address without an account is null', async () => {
    expect(await reader.getAccount(computeAddressAtIndex(1_000_000, 'local'))).toBeNull()
  })

  test.each(Object.entries(NETWORKS.local.systemContracts))(
    '%s is deployed at %s',
    async (name, address) => {
      const cadence =
        'access(all) fun main(a: Address): [String] { return *getAccount(a).contracts.names }'
      expect(await reader.executeScript(cadence, [arg.address(address)])).toContain(name)
    },
  )
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

  test('return every text, also one that no database stores', async () => {
    const cadence = 'access(all) fun main(): String { return "a\\u{0}b" }'
    expect(await reader.executeScript(cadence, [])).toBe('a\ufffdb')
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
