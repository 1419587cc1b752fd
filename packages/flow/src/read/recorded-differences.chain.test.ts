import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NETWORKS } from '@app/values/network.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeEvent } from '../decode/decode-cadence.ts'
import {
  encodeRecordedEvent,
  RECORDED_ANSWERS,
  RECORDED_TRANSACTIONS,
} from '../testing/recorded/recorded-chain.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'

type Block = typeof RECORDED_ANSWERS.block
type Result = typeof RECORDED_ANSWERS.result

interface Fields {
  type: string
  fields: Record<string, unknown>
}

let chain: TestChain
let block: Block
/** A payment of an account, one of the service account, a transaction with more effort, and a failed one. */
let results: Record<'paid' | 'ofService' | 'costly' | 'failed', Result>

const get = async <T>(path: string): Promise<T> => {
  const response = await fetch(`${chain.emulator.accessNodeUrl}/v1${path}`)
  return (await response.json()) as T
}

beforeAll(async () => {
  chain = await startTestChain()
  const [alice, bob] = [await chain.createAccount(), await chain.createAccount()]
  const read = async ({ txId }: { txId: string }) =>
    await get<Result>(`/transaction_results/${txId}`)
  const run = async (cadence: string) =>
    await read(await chain.run({ cadence, args: [], proposer: alice, authorizers: [] }))
  results = {
    ofService: await read(await chain.transfer(chain.service, alice.address, 1_000_000_000n)),
    paid: await read(await chain.transfer(alice, bob.address, 100_000_000n)),
    costly: await run('transaction { execute { var i = 0; while i < 2000 { i = i + 1 } } }'),
    failed: await run('transaction { execute { panic("no") } }'),
  }
  const blocks = await get<Block[]>('/blocks?height=sealed')
  block = blocks[0] as Block
})
afterAll(() => chain.emulator.stop())

const listAnswered = (name: string, ...of: (keyof typeof results)[]): Fields[] =>
  of
    .flatMap((one) => results[one].events)
    .filter(({ type }) => type.endsWith(name))
    .map(({ type, payload }) => ({ type, fields: decodeEvent(payload) }))

const listRecorded = (name: string): Fields[] =>
  RECORDED_TRANSACTIONS.filter(
    ({ assumed = [] }) => !assumed.some((what) => /fee|uuids/.test(what)),
  )
    .flatMap(({ events }) => events)
    .filter(({ type }) => type.endsWith(name))
    .map((event) => ({ type: event.type, fields: decodeEvent(encodeRecordedEvent(event)) }))

const listOf = (field: string, events: readonly Fields[]) =>
  events.map(({ fields }) => fields[field])

/** The vaults into which the fees are paid. */
const listFeeVaults = (events: readonly Fields[], accounts: readonly unknown[]) => [
  ...new Set(
    listOf(
      'toUUID',
      events.filter(({ fields }) => accounts.includes(fields.to)),
    ),
  ),
]

const FEE_ACCOUNTS = ['0xf919ee77447b7497', NETWORKS.testnet.systemContracts.FlowFees]

/** What the emulator answers differently, in the words of sources.md, each with its proof. */
const DIFFERENCES: Readonly<Record<string, () => void | Promise<void>>> = {
  'Times have at most three digits after the second; those of public nodes have nine.': () => {
    expect(block.header.timestamp).toMatch(/:\d\d(\.\d{1,3})?Z$/)
    expect(RECORDED_ANSWERS.block.header.timestamp).toMatch(/:\d\d\.\d{9}Z$/)
  },
  'The signature of the voters (`parent_voter_signature`) is empty.': () => {
    expect(block.header.parent_voter_signature).toBe('')
    expect(RECORDED_ANSWERS.block.header.parent_voter_signature).not.toBe('')
  },
  'It begins at block 0, and says of a missing block neither "Flow resource not found" nor where it begins.':
    async () => {
      expect(await get('/node_version_info')).toMatchObject({ node_root_block_height: '0' })
      const { message } = await get<{ message: string }>('/blocks?height=1000000')
      expect(message).toBe('error looking up block at height 1000000')
      expect(RECORDED_ANSWERS.belowRoot.body.message).toMatch(
        /^Flow resource not found: .* is less than the spork root block height \d+/,
      )
    },
  'The fee is the same whatever the effort; that of public networks grows with it.': () => {
    const answered = listAnswered('FlowFees.FeesDeducted', 'paid', 'costly')
    expect(new Set(listOf('executionEffort', answered)).size).toBe(2)
    expect(listOf('amount', answered)).toEqual([1_000n, 1_000n])
    const [staking, lostAndFound, purchase] = listRecorded('FlowFees.FeesDeducted')
    const payload = RECORDED_ANSWERS.result.events[0]?.payload ?? ''
    // The fees rose between the two pairs.
    const pairs = [
      [staking?.fields, decodeEvent(payload)],
      [lostAndFound?.fields, purchase?.fields],
    ]
    for (const [cheap, dear] of pairs)
      for (const field of ['executionEffort', 'amount'])
        expect(dear?.[field]).toBeGreaterThan(cheap?.[field] as bigint)
  },
  'The vault of the fees has the uuid 3; that of public networks has 0.': () => {
    const answered = listAnswered('FungibleToken.Deposited', 'paid', 'costly')
    expect(listFeeVaults(answered, NETWORKS.local.feeAccounts)).toEqual([3n])
    expect(listFeeVaults(listRecorded('FungibleToken.Deposited'), FEE_ACCOUNTS)).toEqual([0n])
  },
  'FlowToken says nothing of what the service account pays; on mainnet, of what the account of the stakes gets.':
    () => {
      const { address } = chain.service
      expect(listOf('from', listAnswered('FungibleToken.Withdrawn', 'ofService'))).toContain(
        address,
      )
      expect(
        listOf('from', listAnswered('FlowToken.TokensWithdrawn', 'ofService', 'paid')),
      ).toEqual([expect.not.stringContaining(address), expect.not.stringContaining(address)])
      const isFlow = ({ fields }: Fields) => String(fields.type).endsWith('.FlowToken.Vault')
      const said = listOf('to', listRecorded('FlowToken.TokensDeposited'))
      const deposited = listRecorded('FungibleToken.Deposited').filter(isFlow)
      expect(listOf('to', deposited).filter((to) => !said.includes(to))).toEqual([
        '0x8624b52f9ddcd04a',
      ])
    },
}

test.each(Object.entries(DIFFERENCES))('%s', async (_, prove) => {
  await prove()
})

test('sources.md lists these differences', async () => {
  const path = join(import.meta.dirname, '../testing/recorded/sources.md')
  const [, section = ''] = (await readFile(path, 'utf8')).split(
    '## What the emulator answers differently',
  )
  const items = [...section.matchAll(/^- (.*)$/gm)].map(([, item]) => item)
  expect(items).toEqual(Object.keys(DIFFERENCES))
})

test('all else has the shape of what public nodes answer: keys in order, and payloads byte by byte', () => {
  const { block: recordedBlock, result } = RECORDED_ANSWERS
  expect(Object.keys(block.header)).toEqual(Object.keys(recordedBlock.header))
  for (const answered of Object.values(results)) {
    expect(Object.keys(answered)).toEqual(Object.keys(result))
    for (const event of answered.events) {
      expect(Object.keys(event)).toEqual(Object.keys(result.events[0] ?? {}))
      expect(Buffer.from(event.payload, 'base64').toString()).toMatch(
        /^\{"value":\{"id":.*\},"type":"Event"\}\n$/,
      )
    }
  }
})
