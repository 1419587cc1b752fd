import { arg, type CadenceArg } from '@app/flow/decode/cadence-arg.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import {
  CALL_FROM_LENT_COA,
  createEvmSigner,
  DEPOSIT_TO_EVM,
  type EvmSigner,
  encodeWords,
  HAND_OVER_COA,
  LEND_COA,
  SPLITTER,
  TEST_CONTRACT,
} from '@app/flow/testing/evm.ts'
import { startTestChain } from '@app/flow/testing/test-chain.ts'
import { judgeKnownScamInteract } from '@app/score/factors/known-scam-interact.ts'
import { ALL_TOKENS } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import type { Address } from '@app/values/address.ts'
import type { EvmToken } from '@app/values/define-network.ts'
import type { EvmAddress, Party } from '@app/values/evm-address.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { loadPathsToListed } from '../../api/accounts/load-paths.ts'
import { loadContacts } from '../../facts/load-contacts.ts'
import { loadPlaces } from '../../facts/load-holdings.ts'
import { upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { createTestContext, openFileContext } from '../../testing/create-test-context.ts'
import { dumpSums } from '../../testing/dump-sums.ts'
import type { Person } from '../../testing/evm-people.ts'
import * as people from '../../testing/evm-people.ts'
import { FLOW } from '../../testing/ledger.ts'
import { loadOne, loadTestFacts } from '../../testing/load-one.ts'
import { createIndexerStages } from '../create-indexer-stages.ts'
import { rebuildSums, SUM_TABLES } from './rebuild-sums.ts'

const ONE_FLOW = 10n ** 18n

const chain = await startTestChain()
const { accessNodeUrl } = chain.emulator
afterAll(() => chain.emulator.stop())

const send = (signer: Signer, cadence: string, ...args: CadenceArg[]) =>
  people.send(chain, signer, cadence, ...args)
const createPerson = (deposit?: bigint) => people.createPerson(chain, deposit)
const deploy = (code: Uint8Array) => people.deploy(chain, relayer, code)
const pay = (from: Person, to: EvmAddress, atto: bigint, data?: Uint8Array) =>
  people.pay(chain, from, { to, atto, ...(data !== undefined && { data }) })
const withdraw = (person: Person, atto: bigint) => people.withdraw(chain, person, atto)
const relay = (from: EvmSigner, to: EvmAddress, atto: bigint) =>
  people.relay(chain, { from, relayer }, { to, atto })

/** Brings signed transactions to the chain. */
const relayer = await createPerson()
/** A token that the operator trusts, and one that logs whatever it likes. */
const dollar: EvmToken = {
  ...{ symbol: 'USD', name: 'Dollar', decimals: 6, isWrappedFlow: false },
  address: await deploy(TEST_CONTRACT),
}
const hostile = await deploy(TEST_CONTRACT)

const plain = await openFileContext({ accessNodeUrl, startHeight: 0 })
const context = followDollar(plain, 0)
await label(context, chain.service.address, 'service')

function followDollar(
  own: Context,
  startHeight: Context['config']['flow']['startHeight'],
): Context {
  const flow = { ...own.config.flow, evmTokens: [dollar], startHeight }
  return { ...own, config: { ...own.config, flow } }
}

async function label(own: Context, address: Party, kind: 'scam' | 'service'): Promise<void> {
  await upsertLabel(own, { address, kind, source: 'test', confidence: 1, reason: 'known' })
}

const runIndexer = (own = context) =>
  runUntilIdle(createIndexerStages(own).map(({ stage }) => stage))

const readActivity = (address: Party, token = FLOW) =>
  context.db
    .selectFrom('chain_activity')
    .selectAll()
    .where('address', '=', address)
    .where('token', '=', token)
    .executeTakeFirst()

/** The score of an account by what is indexed. */
const scoreOf = async ({ address }: Person) => judge(await loadTestFacts(context, address)).score

async function readContacts(address: Address) {
  const contacts = await loadOne(loadContacts, context.db, address)
  return contacts?.entries.map(({ hop, token, unitsIn, unitsOut }) => ({
    hop,
    token,
    unitsIn,
    unitsOut,
  }))
}

/**
 * Lists the thief, indexes everything, and returns the contacts of the one who has the money now, with whom the path
 * to the thief meets.
 */
async function findContacts(thief: Person, holder: Person) {
  await label(context, thief.address, 'scam')
  await runIndexer()
  return { contacts: await readContacts(holder.address), way: await readWay(holder, thief) }
}

/** The parties on the path back along the money to the thief; empty where there is none. */
async function readWay(holder: Person, thief: Person): Promise<(string | null)[]> {
  const { paths } = await loadPathsToListed(context.db, holder.address)
  const path = paths.find(({ listed }) => listed?.address === thief.address)
  return path?.transfers.map(({ from }) => from) ?? []
}

const received = (hop: number, unitsIn: bigint, token = FLOW) => ({
  hop,
  token,
  unitsIn,
  unitsOut: 0n,
})

describe('a thief who pays an accomplice through the EVM', () => {
  it('is the contact of the accomplice, and has spent what was paid, not what was deposited', async () => {
    const [thief, accomplice] = [await createPerson(50_00000000n), await createPerson()]
    await label(context, thief.address, 'scam')
    await runIndexer()
    const before = await scoreOf(thief)
    await pay(thief, accomplice.coa, 40n * ONE_FLOW)
    await withdraw(accomplice, 40n * ONE_FLOW)
    expect(await findContacts(thief, accomplice)).toEqual({
      contacts: [received(0, 40_00000000n)],
      way: [thief.address],
    })
    expect(await scoreOf(thief)).toBeLessThanOrEqual(before)
    expect(await readActivity(thief.address)).toMatchObject({
      received: 100_00100000n,
      sent: 40_00000000n,
      recipients: 1,
    })
    expect(await readActivity(accomplice.address)).toMatchObject({
      sent: 0n,
      received: 140_00100000n,
    })
  })

  it('is the contact behind two addresses with keys, which nobody robbed', async () => {
    const [thief, accomplice] = [await createPerson(50_00000000n), await createPerson()]
    const [first, second] = [createEvmSigner(), createEvmSigner()]
    await pay(thief, first.address, 40n * ONE_FLOW)
    await relay(first, second.address, 39n * ONE_FLOW)
    await relay(second, accomplice.coa, 38n * ONE_FLOW)
    await withdraw(accomplice, 38n * ONE_FLOW)
    expect(await findContacts(thief, accomplice)).toEqual({
      contacts: [received(0, 38_00000000n)],
      way: [second.address, first.address, thief.address],
    })
    const outs = await context.db
      .selectFrom('chain_transfer')
      .select(['is_initiated', 'is_swept'])
      .where('address', 'in', [first.address, second.address])
      .where('side', '=', 'out')
      .execute()
    expect(outs).toEqual(Array(2).fill({ is_initiated: true, is_swept: false }))
  })

  it('is the contact behind an address that Cadence pays directly', async () => {
    const [thief, accomplice] = [await createPerson(), await createPerson()]
    const stranger = createEvmSigner()
    await send(thief.signer, DEPOSIT_TO_EVM, arg.string(stranger.address), arg.ufix64(40_00000000n))
    await relay(stranger, accomplice.coa, 38n * ONE_FLOW)
    expect(await findContacts(thief, accomplice)).toEqual({
      contacts: [received(0, 38_00000000n)],
      way: [stranger.address, thief.address],
    })
    expect(await readActivity(thief.address)).toMatchObject({ sent: 40_00000000n, recipients: 0 })
  })

  it('is two hops away behind the accounts of others in the EVM, of which each is a hop', async () => {
    const [thief, between, accomplice] = [
      await createPerson(50_00000000n),
      await createPerson(),
      await createPerson(),
    ]
    await pay(thief, between.coa, 40n * ONE_FLOW)
    await pay(between, accomplice.coa, 39n * ONE_FLOW)
    await withdraw(accomplice, 39n * ONE_FLOW)
    expect(await findContacts(thief, accomplice)).toEqual({
      contacts: [received(1, 39_00000000n)],
      way: [between.address, thief.address],
    })
  })

  it('is the contact for a known token that is passed on', async () => {
    const [thief, accomplice] = [await createPerson(), await createPerson()]
    await pay(thief, dollar.address, 0n, encodeWords(accomplice.coa, 7_000_000n))
    await pay(accomplice, dollar.address, 0n, encodeWords(relayer.coa, 2_000_000n))
    const inDollars = received(0, 7_00000000n, dollar.address)
    expect(await findContacts(thief, accomplice)).toEqual({
      contacts: [inDollars],
      way: [thief.address],
    })
  })

  it('is the contact where an account of somebody else pays, which is its own from then on', async () => {
    const [thief, accomplice, careless] = [
      await createPerson(50_00000000n),
      await createPerson(),
      await createPerson(),
    ]
    await send(careless.signer, LEND_COA, arg.address(thief.address))
    await pay(thief, careless.coa, 40n * ONE_FLOW)
    const to = [arg.address(careless.address), arg.string(accomplice.coa)]
    await send(thief.signer, CALL_FROM_LENT_COA, ...to, arg.integer('UInt', 30n * ONE_FLOW))
    expect(await findContacts(thief, accomplice)).toEqual({
      contacts: [received(0, 30_00000000n)],
      way: [careless.coa, thief.address],
    })
    expect(await readContacts(careless.address)).toEqual([{ ...received(0, 40_00000000n) }])
  })

  it('is the contact where the account itself changes hands, and paid what was on it', async () => {
    const [thief, accomplice, victim] = [
      await createPerson(10_00000000n),
      await createPerson(),
      await createPerson(50_00000000n),
    ]
    await pay(victim, thief.coa, 30n * ONE_FLOW)
    const signers = [thief.signer, accomplice.signer]
    people.checkSuccess(
      await chain.run({
        cadence: HAND_OVER_COA,
        args: [],
        proposer: thief.signer,
        authorizers: signers,
      }),
    )
    await withdraw(accomplice, 39n * ONE_FLOW)
    expect(await findContacts(thief, accomplice)).toEqual({
      contacts: [received(0, 39_00000000n)],
      way: [thief.coa, thief.address],
    })
    expect(await readActivity(thief.address)).toMatchObject({ sent: 40_00000000n })
    const paid = await context.db
      .selectFrom('chain_transfer')
      .select(['units', 'counterparty'])
      .where('address', '=', thief.address)
      .where('split_index', '<', 0)
      .execute()
    expect(paid).toEqual([{ units: 40_00000000n, counterparty: thief.coa }])
    expect(await loadOne(loadPlaces, context.db, thief.address)).toEqual([
      { place: 'evm', token: FLOW, put: 40_00000000n, taken: 40_00000000n },
    ])
  })
})

describe('a thief who pays an honest person through the EVM', () => {
  it('leaves nothing with dust, or with a token that nobody trusts', async () => {
    const [thief, victim] = [await createPerson(10_00000000n), await createPerson(5_00000000n)]
    await runIndexer()
    const before = await scoreOf(victim)
    await pay(thief, victim.coa, (9n * ONE_FLOW) / 10_000n)
    await pay(thief, hostile, 0n, encodeWords(victim.coa, 1_000_000_000n))
    await label(context, thief.address, 'scam')
    await runIndexer()
    expect(await scoreOf(victim)).toBe(before)
    await pay(victim, hostile, 0n, encodeWords(thief.coa, 1_000_000_000n))
    expect(await findContacts(thief, victim)).toEqual({ contacts: [], way: [] })
    expect(await readActivity(victim.address, ALL_TOKENS)).toMatchObject({
      dust_in: 1,
      transfers_in: 2,
    })
    expect(await readActivity(victim.address, hostile)).toBeUndefined()
    const said = await context.db
      .selectFrom('chain_unverified_transfer')
      .select(['side', 'counterparty', 'token', 'units'])
      .where('address', '=', victim.coa)
      .orderBy('height')
      .execute()
    const claim = { counterparty: thief.coa, token: hostile, units: 1_000_000_000n }
    expect(said).toEqual([
      { ...claim, side: 'in' },
      { ...claim, side: 'out' },
    ])
  })
})

it('a move to the own account in the EVM and back is own money, of which less is there after a payment', async () => {
  const owner = await createPerson(60_00000000n)
  await withdraw(owner, 50n * ONE_FLOW)
  await runIndexer()
  const place = { place: 'evm', token: FLOW, put: 60_00000000n }
  expect(await loadOne(loadPlaces, context.db, owner.address)).toEqual([
    { ...place, taken: 50_00000000n },
  ])
  expect(await readActivity(owner.address)).toMatchObject({
    sent: 0n,
    transfers_out: 0,
    transfers_in: 2,
  })
  await pay(owner, relayer.coa, 4n * ONE_FLOW)
  await runIndexer()
  expect(await loadOne(loadPlaces, context.db, owner.address)).toEqual([
    { ...place, taken: 54_00000000n },
  ])
  expect(await readActivity(owner.address)).toMatchObject({ sent: 4_00000000n, transfers_out: 1 })
})

it('where the chain does not log what contracts pay in FLOW, nobody says that there was no contact', async () => {
  const [thief, direct, behindKey] = [
    await createPerson(50_00000000n),
    await createPerson(),
    await createPerson(),
  ]
  const from = createEvmSigner()
  const data = encodeWords(direct.coa, from.address)
  await pay(thief, await deploy(SPLITTER), 40n * ONE_FLOW, data)
  await relay(from, behindKey.coa, 19n * ONE_FLOW)
  await withdraw(direct, 20n * ONE_FLOW)
  await withdraw(behindKey, 19n * ONE_FLOW)
  expect(await findContacts(thief, direct)).toMatchObject({
    contacts: [received(0, 20_00000000n)],
    way: [expect.any(String), thief.address],
  })
  expect(await readContacts(behindKey.address)).toEqual([received(0, 19_00000000n)])

  const other = await createTestContext({ accessNodeUrl, startHeight: 0 })
  await label(other, thief.address, 'scam')
  await label(other, chain.service.address, 'service')
  await runIndexer({ ...other, flow: removeLogs(other.flow) })
  const judge = async ({ address }: Person) => {
    const facts = await loadTestFacts(other, address)
    const { reasons } = judgeKnownScamInteract(facts)
    return { facts, headlines: reasons.map(({ headline }) => headline(0)).join() }
  }
  const paid = await judge(direct)
  expect(paid.facts).toMatchObject({ unseen: 20_00000000n, contacts: { entries: [] } })
  expect(paid.facts.completeness).toBeLessThan(10_000)
  expect(paid.headlines).toContain('17 % of its money is from an unseen source')
  const { facts, headlines } = await judge(behindKey)
  expect(facts.contacts).toMatchObject({ entries: [], unfollowed: [{ unitsIn: 19_00000000n }] })
  expect(headlines).toContain('16 % of its money is not followed further')
  expect(paid.headlines + headlines).not.toContain('No contact with')
})

/** Reads like a node whose chain does not log what contracts pay in FLOW (EIP-7708). */
const removeLogs = (flow: Context['flow']): Context['flow'] => ({
  ...flow,
  getEventsByBlock: async (...range) =>
    (await flow.getEventsByBlock(...range)).map((block) => ({
      ...block,
      events: block.events.map((event) =>
        'logs' in event.fields ? { ...event, fields: { ...event.fields, logs: [] } } : event,
      ),
    })),
})

it('all of it, indexed downwards from the middle and rebuilt, gives the same rows and sums', async () => {
  await runIndexer()
  const kept = await dumpSums(context.pool, TABLES)
  const opened = await createTestContext({ accessNodeUrl, startHeight: 'recent' })
  const other = followDollar(opened, 'recent')
  const labels = await context.db.selectFrom('label_entry').selectAll().execute()
  for (const { address, kind } of labels) await label(other, address, kind)
  const { height } = await chain.reader.getLatestBlock()
  await startAt(other, Math.floor(height / 2))
  await runIndexer(other)
  expect(await dumpSums(other.pool, TABLES)).toEqual(kept)
  await rebuildSums(other.pool, 'local', [
    { fromHeight: 30, toHeight: 10_000 },
    { fromHeight: 0, toHeight: 29 },
  ])
  expect(await dumpSums(other.pool, TABLES)).toEqual(kept)
})

const TABLES = [
  ...SUM_TABLES,
  ...['chain_transfer', 'chain_transaction', 'chain_evm_transaction'],
  ...['chain_coa', 'chain_coa_act', 'chain_coa_move', 'chain_coa_rewrite'],
]

/** Has the indexer begin at a block, as if that had been a day old. */
async function startAt({ db }: Context, height: number): Promise<void> {
  const { id, timeMs } = await chain.reader.getBlockAtHeight(height)
  const cursor = { direction: 'live', from_height: height + 1, to_height: height } as const
  const block = { block_id: id, parent_id: id, block_ms: timeMs, node_height: height }
  await db
    .insertInto('chain_cursor')
    .values({ ...cursor, ...block })
    .execute()
}
