import {
  getEvmParty,
  listCounterparties,
  listPaths,
  listTransfers,
} from '@app/api/routes/accounts.ts'
import { getProtection } from '@app/api/routes/governance.ts'
import type { Route } from '@app/api/routes/route.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { AccountTransfer, Counterparty, Paths } from '@app/api/schemas/account.ts'
import type { EvmParty } from '@app/api/schemas/evm-party.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { type EvmAddress, type Party, toEvmAddress } from '@app/values/evm-address.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountEventRow, CoaMoveRow, NewCoaActRow } from '../../db/tables/chain-tables.ts'
import { upsertLabel } from '../../labels/change-labels.ts'
import { removeLabelsAfterAppeal } from '../../labels/remove-labels-after-appeal.ts'
import {
  buildTransferRows,
  FLOW,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { readAccountRoute } from '../testing/open-accounts-api.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const account = (number: number): Address => toTestAddress(number)
const [THIEF, OWNER, PARTNER, VENDOR] = [account(1), account(2), account(3), account(4)]
const [ACCOMPLICE, KEEPER, FAR, LAST] = [account(5), account(6), account(7), account(8)]
const [BORROWER, CROOK] = [account(9), account(10)]

const coa = (digit: string): EvmAddress => toEvmAddress(`${'0'.repeat(23)}2${digit.repeat(16)}`)
const [OWNED, SHARED, KEPT, UNCLAIMED] = [coa('a'), coa('b'), coa('c'), coa('d')]
const [LENT, OF_LISTED] = [coa('e'), coa('f')]
const key = (pair: string): EvmAddress => toEvmAddress(pair.repeat(20))
/** Each pays the next; three times nine are followed. */
const CHAIN = Array.from({ length: 28 }, (_, index) => key((0xa0 + index).toString(16)))
const [FIRST, SECOND] = CHAIN as [EvmAddress, EvmAddress]
const EVM_HASH = `0x${'ab'.repeat(32)}`

const position = (height: number, txIndex: number) => ({
  ...{ height, tx_index: txIndex, event_index: 1 },
  tx_id: (height * 10_000 + txIndex).toString(16).padStart(64, '0'),
  block_ms: (1_700_000_000 + height * 86_400) * 1000,
})

const act = (address: EvmAddress, authorizer: Address, height: number): NewCoaActRow => ({
  ...position(height, 900),
  ...{ address, authorizer, is_sole: true },
})

const coaMove = (height: number, from: Party, to: Party, units: bigint): CoaMoveRow[] =>
  [from, to].flatMap((address) =>
    [OWNED, SHARED, LENT].includes(address as EvmAddress)
      ? [
          {
            ...position(height, 800),
            ...{ address: address as EvmAddress, split_index: 0, sender: from, recipient: to },
            ...{ initiator: null, token: FLOW, units, is_initiated: true },
            ...{ is_swept: false, is_emptied: false, is_dust: false, balance_after: null },
          },
        ]
      : [],
  )

const deployment: AccountEventRow = {
  ...position(1, 700),
  ...{ address: VENDOR, kind: 'contract_added', detail: 'Vending' },
}

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  const { context } = api
  const passed = CHAIN.slice(1).map((to, index) => ({
    ...{ height: 3 + index, from: CHAIN[index]!, to, units: 390n },
  }))
  await writeIndexedRows(context, {
    transfers: buildTransferRows([
      { height: 2, from: THIEF, to: FIRST, units: 400n },
      ...passed,
      { height: 40, from: SECOND, to: ACCOMPLICE, units: 380n },
      { height: 41, from: CHAIN[7]!, to: FAR, units: 380n },
      { height: 42, from: CHAIN.at(-1)!, to: LAST, units: 380n },
      { height: 39, from: CROOK, to: VENDOR, units: 400n },
      { height: 43, from: key('dd'), to: OWNER, units: 2_00000000n },
      { height: 38, from: THIEF, to: FIRST, units: 1n },
    ]),
    coaMoves: [
      ...coaMove(50, THIEF, SHARED, 500n),
      ...coaMove(51, SHARED, KEEPER, 450n),
      ...coaMove(52, KEEPER, OWNED, 9n),
      ...coaMove(44, PARTNER, LENT, 70n),
      ...coaMove(53, LENT, BORROWER, 60n),
    ],
    coaActs: [
      ...[act(OWNED, OWNER, 45), act(KEPT, VENDOR, 45)],
      ...[act(SHARED, THIEF, 45), act(SHARED, PARTNER, 46)],
      ...[act(LENT, PARTNER, 44), act(LENT, THIEF, 47), act(OF_LISTED, CROOK, 45)],
    ],
    accountEvents: [deployment],
    evmTransactions: [
      {
        ...{ height: 40, tx_index: CHAIN.length, event_index: 1 },
        ...{ evm_hash: EVM_HASH, evm_height: 77, evm_index: 0 },
      },
    ],
  })
  const entry = {
    kind: 'scam',
    source: 'test list',
    confidence: 0.9,
    reason: 'Swept many',
  } as const
  await upsertLabel(context, { ...entry, address: THIEF })
  await upsertLabel(context, { ...entry, address: CROOK })
  await propagateLabelTaint(context)
})

afterAll(() => api.finish())

const read = <T>(route: Route, address: Party, query = '') =>
  readAccountRoute<T>(api, route, [address, query])

const readParty = async (address: Party) =>
  (await read<{ data: EvmParty }>(getEvmParty, address)).data

describe('an address in the EVM', () => {
  it('of Cadence belongs to the account that alone acts with it', async () => {
    expect(await readParty(OWNED)).toEqual({
      ...{ address: OWNED, summary: `Belongs to ${OWNER}`, kind: 'owned', owner: OWNER },
      ...{ holders: [], counterparties: 0, tokens: [], labels: [] },
      ...{ hop: null, steps: 0, isFollowed: true },
    })
  })

  it('that belongs to a listed account is as near to the list, and stands for it', async () => {
    expect(await readParty(OF_LISTED)).toMatchObject({ owner: CROOK, hop: 0, isFollowed: true })
    const readRows = async (route: Route, address: Party, query = '') =>
      (await read<{ data: unknown }>(route, address, query)).data
    const [{ lists }, counterparties] = [
      (await readRows(listPaths, OF_LISTED)) as Paths,
      (await readRows(listCounterparties, OF_LISTED)) as Counterparty[],
    ]
    expect(lists?.isListed).toBe(true)
    expect(counterparties.map(({ address }) => address)).toEqual([VENDOR])
    for (const route of [listPaths, listCounterparties, listTransfers])
      expect(await readRows(route, OF_LISTED)).toEqual(await readRows(route, CROOK))
    expect(await readRows(listTransfers, VENDOR, `counterparty=${OF_LISTED}`)).toMatchObject([
      { from: CROOK, to: VENDOR },
    ])
  })

  it('of Cadence is shared by those who acted with it, and has sums of its own', async () => {
    expect(await readParty(SHARED)).toMatchObject({
      ...{ summary: `Shared by ${PARTNER} and ${THIEF}`, kind: 'shared', owner: null },
      ...{ holders: [PARTNER, THIEF], counterparties: 2, hop: 0, isFollowed: true },
      tokens: [
        { token: 'FLOW', received: '0.000005', sent: '0.0000045', transfersIn: 1, transfersOut: 1 },
      ],
    })
  })

  it('is kept by contracts, or claimed by nobody, or of the chain itself', async () => {
    const summaries = await Promise.all(
      [KEPT, UNCLAIMED, key('00')].map(async (address) => (await readParty(address)).summary),
    )
    expect(summaries).toEqual([
      `Kept by the contracts of ${VENDOR}`,
      'An account of Cadence in the EVM, with which nobody is known to have acted',
      'Belongs to the chain itself, and to nobody',
    ])
  })

  it('without an owner has its sums, its distance from a listed account and its labels', async () => {
    expect(await readParty(SECOND)).toMatchObject({
      summary: 'An address in the EVM without a known owner on Flow',
      ...{ kind: 'address', counterparties: 3, hop: 0, steps: 2, isFollowed: true, labels: [] },
    })
    await upsertLabel(api.context, {
      ...{ address: key('ee'), kind: 'service', source: 'exchanges' },
      ...{ confidence: 1, reason: 'An exchange' },
    })
    expect(await readParty(key('ee'))).toMatchObject({
      summary: 'An address in the EVM without any known payment',
      labels: [{ kind: 'service', source: 'exchanges', reason: 'An exchange' }],
    })
  })

  it('that paid more than it was seen to get has it from an unseen source, which is not followed', async () => {
    expect(await readParty(key('dd'))).toMatchObject({
      ...{ unseen: '2', hop: null, isFollowed: false },
      tokens: [{ sent: '2', received: '0' }],
    })
    expect(await readParty(SECOND)).not.toHaveProperty('unseen')
  })
})

describe('what an account exchanged with the EVM', () => {
  it('is among its counterparties, page by page, and those of the address', async () => {
    const readPage = (address: Party, query = '') =>
      read<{ data: Counterparty[]; meta: { nextCursor?: string } }>(
        listCounterparties,
        address,
        query,
      )
    const addresses: string[] = []
    let cursor: string | undefined
    do {
      const page = await readPage(SECOND, `limit=1${cursor ? `&cursor=${cursor}` : ''}`)
      addresses.push(...page.data.map(({ address }) => address))
      cursor = page.meta.nextCursor
    } while (cursor)
    expect(addresses).toEqual([FIRST, CHAIN[2], ACCOMPLICE])
    expect((await readPage(ACCOMPLICE)).data).toMatchObject([
      { address: SECOND, score: null, receivedCount: 1 },
    ])
  })

  it('is cited with both transactions by the reasons of a score', async () => {
    const { data } = await read<{ data: ScoreResult }>(getScore, ACCOMPLICE)
    const contact = data.reasons.find(({ code }) => code === 'funding_hop_0')
    expect(contact?.evidence).toMatchObject([
      { counterparty: SECOND, evmHash: EVM_HASH, evmHeight: 77, amount: '0.0000038' },
    ])
  })
})

describe('what contracts say that are on no list', () => {
  const [TOKEN, STRANGER] = [key('7e'), key('7f')]
  const say = (height: number, units: bigint) => {
    const said = { ...position(height, 600), split_index: 0, token: TOKEN, units }
    return [
      { ...said, evm_hash: EVM_HASH, address: STRANGER, side: 'out' as const, counterparty: OWNED },
      { ...said, evm_hash: EVM_HASH, address: OWNED, side: 'in' as const, counterparty: STRANGER },
    ]
  }
  const readTransfers = async (query: string) =>
    await read<{ data: AccountTransfer[]; meta: { nextCursor?: string } }>(
      listTransfers,
      OWNER,
      query,
    )

  const readScore = async () => (await read<{ data: ScoreResult }>(getScore, OWNER)).data

  it('is shown to the owner of a Cadence-owned account apart, page by page, and is nothing else', async () => {
    const [score, transfers] = [await readScore(), await readTransfers('')]
    const unverifiedTransfers = [...say(60, 10n ** 77n), ...say(61, 5n)]
    await writeIndexedRows(api.context, { unverifiedTransfers })
    const first = await readTransfers('kind=unverified&limit=1')
    expect(first.data).toEqual([
      {
        ...{ txId: position(61, 600).tx_id, height: 61, time: expect.any(String) },
        ...{ from: STRANGER, to: OWNER, kind: 'unverified', amount: '5', token: TOKEN },
        evmHash: EVM_HASH,
      },
    ])
    const second = await readTransfers(`kind=unverified&limit=1&cursor=${first.meta.nextCursor}`)
    expect(second).toMatchObject({ data: [{ amount: `1${'0'.repeat(77)}` }], meta: {} })
    const { data: none } = await readTransfers(`kind=unverified&counterparty=${THIEF}`)
    const { data: both } = await readTransfers(`kind=unverified&counterparty=${STRANGER}`)
    expect([none.length, both.length]).toEqual([0, 2])
    expect((await readTransfers('')).data).toEqual(transfers.data)
    expect(await readScore()).toEqual(score)
  })
})

describe('the paths to listed accounts', () => {
  const readPaths = async (address: Party, query = '') =>
    (await read<{ data: Paths }>(listPaths, address, query)).data

  const toHops = ({ paths }: Paths) =>
    paths.map(({ transfers }) => transfers.map(({ from, to }) => [from, to]))

  it('lead back through addresses of the EVM to the account that paid the first', async () => {
    const paths = await readPaths(ACCOMPLICE)
    expect(toHops(paths)).toEqual([
      [
        [SECOND, ACCOMPLICE],
        [FIRST, SECOND],
        [THIEF, FIRST],
      ],
    ])
    expect(paths.paths).toMatchObject([
      { relation: 'funded_by_listed', listed: { address: THIEF } },
    ])
    // What was paid for gas later is not shown in place of the money.
    expect(paths.paths[0]?.transfers.at(-1)).toMatchObject({ height: 2, amount: '0.000004' })
  })

  it('lead through one that several accounts hold to the holder whose hop it carries', async () => {
    expect(toHops(await readPaths(KEEPER))).toEqual([
      [
        [SHARED, KEEPER],
        [THIEF, SHARED],
      ],
    ])
  })

  it('lead through one that the listed account acted with, and never paid', async () => {
    const { paths } = await readPaths(BORROWER)
    expect(paths.map(({ transfers }) => transfers)).toMatchObject([
      [
        { from: LENT, to: BORROWER, kind: 'token' },
        { from: THIEF, to: LENT, kind: 'act', amount: '0', height: 47 },
      ],
    ])
  })

  it('end at the owner of a listed account in the EVM, whose entry it is', async () => {
    const payer = account(20)
    await writeIndexedRows(api.context, {
      transfers: buildTransferRows([{ height: 60, from: payer, to: OWNER }]),
    })
    const entry = { kind: 'scam', confidence: 1, reason: 'stole' } as const
    await upsertLabel(api.context, { ...entry, address: OWNED, source: 'EVM list' })
    await propagateLabelTaint(api.context)
    const { paths, accounts } = await readPaths(payer)
    expect(paths).toMatchObject([
      { relation: 'paid_listed', listed: { address: OWNER, source: 'EVM list' } },
    ])
    expect(accounts.find(({ address }) => address === OWNER)?.isListed).toBe(true)
    expect((await readPaths(OWNER)).lists).toEqual({ isLoaded: true, isListed: true })
    const { data } = await read<{ data: Protection }>(getProtection, OWNER)
    expect(data.labels).toMatchObject([{ source: 'EVM list' }])
    await removeLabelsAfterAppeal(api.context, { address: OWNER, appealId: 7 })
    expect((await readPaths(OWNER)).lists?.isListed).toBe(false)
  })

  it('are as long as the steps that are followed, and none beyond', async () => {
    const [long] = toHops(await readPaths(FAR))
    expect([long?.length, long?.at(-1)]).toEqual([9, [THIEF, FIRST]])
    expect((await readPaths(LAST)).paths).toEqual([])
  })
})
