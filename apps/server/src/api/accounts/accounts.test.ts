import {
  getHoldings,
  listCounterparties,
  listPaths,
  listTransfers,
} from '@app/api/routes/accounts.ts'
import type { Route } from '@app/api/routes/route.ts'
import type { AccountTransfer, Counterparty, Holdings, Paths } from '@app/api/schemas/account.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scoreAccount } from '../../scorer/score-account.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { buildStakeRows } from '../../testing/own-places.ts'
import {
  ALICE,
  BOB,
  FENCE,
  MULE,
  openAccountsApi,
  PASS,
  readAccountRoute,
  THIEF,
  VICTIM,
} from '../testing/open-accounts-api.ts'
import type { TestApi } from '../testing/open-test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openAccountsApi()
})

afterAll(() => api.finish())

const read = <T>(route: Route, address: Address, query = '') =>
  readAccountRoute<T>(api, route, [address, query])

describe('the counterparties', () => {
  const readPage = (address: Address, query = '') =>
    read<{ data: Counterparty[]; meta: { nextCursor?: string } }>(
      listCounterparties,
      address,
      query,
    )

  it('have sums per token in both directions, without dust', async () => {
    const { data } = await readPage(BOB)
    expect(data).toMatchObject([
      {
        address: FENCE,
        sentCount: 1,
        receivedCount: 2,
        sent: [{ token: 'TestDollar', amount: '0.00000003' }],
        received: [
          { token: 'TestDollar', amount: '0.00000002' },
          { token: 'FLOW', amount: '0.00000001' },
        ],
        isListed: false,
        isService: false,
        score: null,
        riskLevel: null,
      },
      {
        address: ALICE,
        receivedCount: 2,
        received: [
          { token: 'NFT', amount: '1' },
          { token: 'FLOW', amount: '0.0000004' },
        ],
      },
    ])
  })

  it('begin with listed ones, and have the latest score', async () => {
    const { score, riskLevel } = await scoreAccount(api.context, ALICE)
    const { data } = await readPage(VICTIM)
    expect(data.map(({ address }) => address)).toEqual([THIEF, ALICE])
    expect(data).toMatchObject([{ isListed: true }, { score, riskLevel }])
  })

  it('come in pages, each once', async () => {
    const first = await readPage(ALICE, 'limit=1')
    const second = await readPage(ALICE, `limit=1&cursor=${first.meta.nextCursor}`)
    expect([...first.data, ...second.data].map(({ address }) => address)).toEqual([BOB, VICTIM])
    expect(second.meta).not.toHaveProperty('nextCursor')
  })

  it('mark an account as a service when it has many senders and recipients', async () => {
    const busy = toTestAddress(30)
    const others = Array.from({ length: 20 }, (_, index) => toTestAddress(40 + index))
    const payments = others.flatMap((one, index) => [
      { height: 20 + index, from: one, to: busy },
      { height: 20 + index, from: busy, to: one },
    ])
    await writeIndexedRows(api.context, { transfers: buildTransferRows(payments) })
    expect((await readPage(toTestAddress(40))).data).toMatchObject([{ isService: true }])
    const [from, to] = [toTestAddress(40), toTestAddress(41)]
    const { data } = await read<{ data: Paths }>(listPaths, from, `to=${to}`)
    expect(data.paths[0]?.transfers).toHaveLength(2)
  })
})

describe('the transfers', () => {
  const readPage = (address: Address, query = '') =>
    read<{ data: AccountTransfer[]; meta: { nextCursor?: string } }>(listTransfers, address, query)

  it('are tokens and NFTs, newest first, with their direction', async () => {
    const { data } = await readPage(ALICE)
    expect(data).toMatchObject([
      { height: 10, from: ALICE, to: null, kind: 'token' },
      { height: 9, from: ALICE, to: BOB, token: 'FLOW', time: '2023-11-23T22:13:20.000Z' },
      { height: 8, from: ALICE, to: BOB, kind: 'nft', token: 'GardenPass', amount: '1' },
      { height: 1, from: ALICE, to: VICTIM },
    ])
  })

  it('come in pages, each once', async () => {
    const heights: number[] = []
    let cursor: string | undefined
    do {
      const page = await readPage(ALICE, `limit=1${cursor ? `&cursor=${cursor}` : ''}`)
      heights.push(...page.data.map(({ height }) => height))
      cursor = page.meta.nextCursor
    } while (cursor)
    expect(heights).toEqual([10, 9, 8, 1])
  })
})

describe('the holdings', () => {
  const readHoldings = async (address: Address) =>
    (await read<{ data: Holdings }>(getHoldings, address)).data

  it('are the sums of each token, and no NFTs before its storage was read', async () => {
    expect(await readHoldings(FENCE)).toEqual({
      tokens: [
        {
          token: 'FLOW',
          received: '0.000004',
          sent: '0.00000001',
          transfers: 2,
          lastTime: '2023-11-19T22:13:20.000Z',
        },
        {
          token: 'TestDollar',
          received: '0.00000003',
          sent: '0.00000002',
          transfers: 2,
          lastTime: '2023-11-21T22:13:20.000Z',
        },
      ],
      nfts: [],
      nftsReadAtHeight: null,
    })
  })

  it('say where money lies that the account put away, and its transfers do, page by page', async () => {
    const staker = toTestAddress(61)
    await writeIndexedRows(
      api.context,
      buildStakeRows([
        { height: 1, stake: 'own/1', address: staker, units: 7n },
        { height: 2, stake: 'own/1', address: staker, units: 3n, isPut: false },
      ]),
    )
    const places = [{ place: 'staking', token: 'FLOW', amount: '0.00000004' }]
    expect(await readHoldings(staker)).toMatchObject({ tokens: [], places })
    const [taken, put] = [
      { from: null, to: staker, place: 'staking' },
      { from: staker, to: null, place: 'staking' },
    ]
    const readPage = (query: string) =>
      read<{ data: AccountTransfer[]; meta: { nextCursor?: string } }>(listTransfers, staker, query)
    const first = await readPage('limit=1')
    expect(first.data).toMatchObject([taken])
    const second = await readPage(`limit=1&cursor=${first.meta.nextCursor}`)
    expect(second).toMatchObject({ data: [put], meta: {} })
  })

  it('have the NFTs that its storage had, with the time of the first', async () => {
    await api.context.pool.query(
      `insert into score_holding_read values ('${BOB}', 9, 0);
       insert into score_holding values ('${BOB}', '${PASS}', 2)`,
    )
    expect(await readHoldings(BOB)).toMatchObject({
      nfts: [{ collection: 'GardenPass', count: 2, since: '2023-11-22T22:13:20.000Z' }],
      nftsReadAtHeight: 9,
    })
  })

  it('have the balance of FLOW while the node answers, and are complete without it', async () => {
    const respondTo = api.node.respondTo ?? (() => undefined)
    api.node.respondTo = (request) =>
      request.path.startsWith(`/v1/accounts/${MULE}`)
        ? { json: { address: MULE.slice(2), balance: '5000', keys: [] } }
        : respondTo(request)
    expect((await readHoldings(MULE)).tokens).toMatchObject([{ amount: '0.00005' }])
    api.node.respondTo = () => 'hang up'
    const { tokens } = await readHoldings(MULE)
    expect(tokens).toMatchObject([{ token: 'FLOW', received: '0.0000045' }])
    expect(tokens[0]).not.toHaveProperty('amount')
    api.node.respondTo = respondTo
  })
})
