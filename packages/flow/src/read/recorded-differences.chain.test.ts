import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NETWORKS } from '@app/values/network.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  encodeRecordedEvent,
  RECORDED_ANSWERS,
  RECORDED_TRANSACTIONS,
} from '../testing/recorded/recorded-chain.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'

interface RawEvent {
  type: string
  payload: string
}

interface RawResult {
  events: RawEvent[]
}

interface EventFields {
  type: string
  fields: Record<string, unknown>
}

let chain: TestChain
/** A payment by an account, another with more effort, and a failed one; an account with a contract that it created. */
let paid: RawResult
let costly: RawResult
let failed: RawResult
let created: RawResult

const get = async <T>(path: string): Promise<T> => {
  const response = await fetch(`${chain.emulator.accessNodeUrl}/v1${path}`)
  return (await response.json()) as T
}

const getResult = (txId: string) => get<RawResult>(`/transaction_results/${txId}`)

const CREATE_ACCOUNT_WITH_CONTRACT = `
transaction {
    prepare(payer: auth(BorrowValue) &Account) {
        let account = Account(payer: payer)
        account.keys.add(
            publicKey: payer.keys.get(keyIndex: 0)!.publicKey,
            hashAlgorithm: HashAlgorithm.SHA3_256,
            weight: 1000.0
        )
        account.contracts.add(name: "Empty", code: "access(all) contract Empty {}".utf8)
    }
}`
const LOOP = 'transaction { execute { var i = 0; while i < 2000 { i = i + 1 } } }'
const FAIL = 'transaction { execute { panic("no") } }'

beforeAll(async () => {
  chain = await startTestChain()
  const [alice, bob] = [await chain.createAccount(), await chain.createAccount()]
  await chain.transfer(chain.service, alice.address, 1_000_000_000n)
  const run = async (cadence: string, proposer = alice) => {
    const { txId } = await chain.run({ cadence, args: [], proposer, authorizers: [] })
    return await getResult(txId)
  }
  paid = await getResult((await chain.transfer(alice, bob.address, 100_000_000n)).txId)
  costly = await run(LOOP)
  failed = await run(FAIL)
  const creation = { cadence: CREATE_ACCOUNT_WITH_CONTRACT, args: [], proposer: chain.service }
  created = await getResult((await chain.run(creation)).txId)
})
afterAll(() => chain.emulator.stop())

interface RawValue {
  type: string
  value: unknown
}

const toUtf8 = (payload: string): string => Buffer.from(payload, 'base64').toString()

/** Returns the simple values of a payload as text: numbers, addresses, `null`. */
function parseEvent({ type, payload }: RawEvent): EventFields {
  const { fields } = JSON.parse(toUtf8(payload)).value
  const toSimple = ({ type: kind, value }: RawValue): unknown =>
    kind === 'Optional' && value !== null ? toSimple(value as RawValue) : value
  const entries = fields.map((field: { name: string; value: RawValue }) => [
    field.name,
    toSimple(field.value),
  ])
  return { type, fields: Object.fromEntries(entries) }
}

const listRecorded = (name: string): EventFields[] =>
  RECORDED_TRANSACTIONS.filter(
    ({ assumed = [] }) => !assumed.some((what) => /fee|uuids/.test(what)),
  )
    .flatMap(({ events }) => events)
    .filter(({ type }) => type.endsWith(name))
    .map((event) => parseEvent({ type: event.type, payload: encodeRecordedEvent(event) }))

const listAnswered = (name: string, ...results: RawResult[]): EventFields[] =>
  results
    .flatMap(({ events }) => events)
    .filter(({ type }) => type.endsWith(name))
    .map(parseEvent)

const isFlow = ({ fields }: EventFields) => String(fields.type).endsWith('.FlowToken.Vault')

const FEE_ACCOUNTS = ['0xf919ee77447b7497', NETWORKS.testnet.systemContracts.FlowFees]

/** What the emulator answers differently, in the words of sources.md, each with its proof. */
const DIFFERENCES: Readonly<Record<string, () => void | Promise<void>>> = {
  'Times have at most three digits after the second; those of public nodes have nine.':
    async () => {
      const [block] = await get<(typeof RECORDED_ANSWERS.block)[]>('/blocks?height=sealed')
      expect(block?.header.timestamp).toMatch(/:\d\d(\.\d{1,3})?Z$/)
      expect(RECORDED_ANSWERS.block.header.timestamp).toMatch(/:\d\d\.\d{9}Z$/)
    },
  'The signature of the voters (`parent_voter_signature`) is empty.': async () => {
    const [block] = await get<(typeof RECORDED_ANSWERS.block)[]>('/blocks?height=sealed')
    expect(block?.header.parent_voter_signature).toBe('')
    expect(RECORDED_ANSWERS.block.header.parent_voter_signature).not.toBe('')
  },
  'It begins at block 0, and says of a missing block neither "Flow resource not found" nor where it begins.':
    async () => {
      expect(await get('/node_version_info')).toMatchObject({ node_root_block_height: '0' })
      const answer = await get<{ message: string }>('/blocks?height=1000000')
      expect(answer.message).toBe('error looking up block at height 1000000')
      expect(RECORDED_ANSWERS.belowRoot.body.message).toMatch(
        /^Flow resource not found: .* is less than the spork root block height \d+/,
      )
    },
  'The fee is the same whatever the effort; that of public networks grows with it.': () => {
    const answered = listAnswered('FlowFees.FeesDeducted', paid, costly).map(({ fields }) => fields)
    expect(new Set(answered.map(({ executionEffort }) => executionEffort)).size).toBe(2)
    expect(answered.map(({ amount }) => amount)).toEqual(['0.00001000', '0.00001000'])
    const [ofStaking, ofLostAndFound, ofPurchase] = listRecorded('FlowFees.FeesDeducted')
    const [published] = RECORDED_ANSWERS.result.events.map(parseEvent)
    // The fees rose between the two pairs.
    for (const pair of [
      [ofStaking, published],
      [ofLostAndFound, ofPurchase],
    ]) {
      const [cheap, dear] = pair.map((event) => event?.fields)
      expect(Number(dear?.executionEffort)).toBeGreaterThan(Number(cheap?.executionEffort))
      expect(Number(dear?.amount)).toBeGreaterThan(Number(cheap?.amount))
    }
  },
  'The vault of the fees has the uuid 3; that of public networks has 0.': () => {
    const toUuids = (events: EventFields[], accounts: readonly string[]) => [
      ...new Set(
        events
          .filter(({ fields }) => accounts.includes(String(fields.to)))
          .map(({ fields }) => fields.toUUID),
      ),
    ]
    const answered = listAnswered('FungibleToken.Deposited', paid, created)
    expect(toUuids(answered, NETWORKS.local.feeAccounts)).toEqual(['3'])
    expect(toUuids(listRecorded('FungibleToken.Deposited'), FEE_ACCOUNTS)).toEqual(['0'])
  },
  'FlowToken says nothing of what the service account pays; on mainnet, of what the account of the stakes gets.':
    () => {
      const senders = (events: EventFields[]) => events.map(({ fields }) => fields.from)
      const withdrawn = listAnswered('FungibleToken.Withdrawn', created)
      expect(senders(withdrawn)).toContain(chain.service.address)
      expect(senders(listAnswered('FlowToken.TokensWithdrawn', created))).not.toContain(
        chain.service.address,
      )
      const said = listRecorded('FlowToken.TokensDeposited').map(({ fields }) => fields.to)
      const deposited = listRecorded('FungibleToken.Deposited').filter(isFlow)
      const unsaid = deposited.filter(({ fields }) => !said.includes(fields.to))
      expect(unsaid.map(({ fields }) => fields.to)).toEqual(['0x8624b52f9ddcd04a'])
    },
}

test.each(Object.entries(DIFFERENCES))('%s', async (_, prove) => {
  await prove()
})

test('sources.md lists these differences', async () => {
  const folder = join(import.meta.dirname, '../testing/recorded')
  const sources = await readFile(join(folder, 'sources.md'), 'utf8')
  const [, section = ''] = sources.split('## What the emulator answers differently')
  const items = [...section.matchAll(/^- (.*)$/gm)].map(([, item]) => item)
  expect(items).toEqual(Object.keys(DIFFERENCES))
})

test('the rest has the shape of what public nodes answer: keys in order, and payloads byte by byte', async () => {
  const [block] = await get<(typeof RECORDED_ANSWERS.block)[]>('/blocks?height=sealed')
  expect(Object.keys(block?.header ?? {})).toEqual(Object.keys(RECORDED_ANSWERS.block.header))
  const { result } = RECORDED_ANSWERS
  expect(Object.keys(paid)).toEqual(Object.keys(result))
  expect(Object.keys(failed)).toEqual(Object.keys(result))
  expect(Object.keys(paid.events[0] ?? {})).toEqual(Object.keys(result.events[0] ?? {}))
  for (const { payload } of [paid, costly, failed, created].flatMap(({ events }) => events))
    expect(toUtf8(payload)).toMatch(/^\{"value":\{"id":.*\},"type":"Event"\}\n$/)
})

test('events that are encoded from their fields have the bytes of those of the emulator', () => {
  const hex = (value: unknown) =>
    Buffer.from((value as RawValue[]).map((byte) => Number(byte.value))).toString('hex')
  const findRaw = (value: unknown, name: string): unknown =>
    (value as { fields: { name: string; value: RawValue }[] }).fields.find(
      (field) => field.name === name,
    )?.value.value
  const CONVERT: Readonly<Record<string, (value: never) => unknown>> = {
    codeHash: hex,
    hashAlgorithm: (value) => findRaw(value, 'rawValue'),
    publicKey: (value) => ({
      publicKey: hex(findRaw(value, 'publicKey')),
      signatureAlgorithm: findRaw(findRaw(value, 'signatureAlgorithm'), 'rawValue'),
    }),
    path: ({ identifier }: { identifier: string }) => identifier,
    capability: ({ id, address, borrowType }: Capability) => ({
      id,
      address,
      vault: borrowType.type.typeID,
    }),
  }
  const unsupported = /StorageCapabilityControllerIssued$/
  const events = [paid, created].flatMap((result) => result.events)
  const types = new Set<string>()
  for (const event of events.filter(({ type }) => !unsupported.test(type))) {
    const { type, fields } = parseEvent(event)
    const entries = Object.entries(fields).map(([name, value]) => [
      name,
      CONVERT[name]?.(value as never) ?? value,
    ])
    const again = encodeRecordedEvent({ index: 0, type, fields: Object.fromEntries(entries) })
    expect(toUtf8(again)).toBe(toUtf8(event.payload))
    types.add(type.replace(/^A\.\w+\./, ''))
  }
  expect([...types].sort()).toEqual([
    'FlowFees.FeesDeducted',
    'FlowFees.TokensDeposited',
    'FlowToken.TokensDeposited',
    'FlowToken.TokensWithdrawn',
    'FungibleToken.Deposited',
    'FungibleToken.Withdrawn',
    'flow.AccountContractAdded',
    'flow.AccountCreated',
    'flow.AccountKeyAdded',
    'flow.CapabilityPublished',
  ])
})

interface Capability {
  id: string
  address: string
  borrowType: { type: { typeID: string } }
}
