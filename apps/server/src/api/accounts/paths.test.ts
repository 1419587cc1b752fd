import { listPaths } from '@app/api/routes/accounts.ts'
import type { Paths } from '@app/api/schemas/account.ts'
import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ALICE,
  BOB,
  CAROL,
  FENCE,
  MULE,
  openAccountsApi,
  readAccountRoute,
  STRANGER,
  THIEF,
  VICTIM,
} from '../testing/open-accounts-api.ts'
import type { TestApi } from '../testing/open-test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openAccountsApi()
})

afterAll(() => api.finish())

const readPaths = async (address: Address, query = '') =>
  (await readAccountRoute<{ data: Paths }>(api, listPaths, [address, query])).data

const toHops = ({ paths }: Paths) =>
  paths.map(({ transfers }) => transfers.map(({ from, to }) => [from, to]))

describe('the paths to listed accounts', () => {
  it('say who robbed a victim, with the transaction', async () => {
    const { paths, accounts } = await readPaths(VICTIM)
    expect(paths).toMatchObject([
      {
        listed: { address: THIEF, source: 'test list', kind: 'scam' },
        relation: 'robbed_by_listed',
        transfers: [{ from: VICTIM, to: THIEF, amount: '0.000005', token: 'FLOW', height: 2 }],
      },
    ])
    expect(accounts.map(({ address }) => address).sort()).toEqual([THIEF, VICTIM].sort())
    expect(accounts.find(({ address }) => address === THIEF)?.isListed).toBe(true)
  })

  it('lead back along the money over one and two accounts', async () => {
    const mule = await readPaths(MULE)
    expect([toHops(mule), mule.paths[0]?.relation]).toEqual([[[[THIEF, MULE]]], 'funded_by_listed'])
    const fence = await readPaths(FENCE)
    expect(toHops(fence)).toEqual([
      [
        [MULE, FENCE],
        [THIEF, MULE],
      ],
    ])
    const bob = await readPaths(BOB)
    expect(toHops(bob)).toEqual([
      [
        [FENCE, BOB],
        [MULE, FENCE],
        [THIEF, MULE],
      ],
      [
        [BOB, FENCE],
        [MULE, FENCE],
        [THIEF, MULE],
      ],
    ])
    expect(bob.paths.map(({ relation }) => relation)).toEqual(['funded_by_listed', 'paid_listed'])
  })

  it('are none for a wallet without contact, and for one that is unknown', async () => {
    const lists = { isLoaded: true, isListed: false }
    expect(await readPaths(STRANGER)).toEqual({ paths: [], accounts: [], lists })
  })
})

describe('the paths between two accounts', () => {
  it('are the shortest ones, with the direction of the money', async () => {
    const direct = await readPaths(ALICE, `to=${VICTIM}`)
    expect(direct.paths).toMatchObject([{ relation: 'paid', transfers: [{ from: ALICE }] }])
    expect(direct.paths[0]).not.toHaveProperty('listed')
    expect(toHops(await readPaths(VICTIM, `to=${BOB}`))).toEqual([
      [
        [ALICE, VICTIM],
        [ALICE, BOB],
      ],
    ])
    const long = toHops(await readPaths(MULE, `to=${ALICE}`))
    expect(long).toContainEqual([
      [THIEF, MULE],
      [VICTIM, THIEF],
      [ALICE, VICTIM],
    ])
    expect(long.map((path) => path.length)).toEqual([3, 3])
  })

  it('are none to itself, to a stranger, and by dust alone', async () => {
    const none = { paths: [], accounts: [] }
    expect(await readPaths(ALICE, `to=${ALICE}`)).toEqual(none)
    expect(await readPaths(ALICE, `to=${STRANGER}`)).toEqual(none)
    expect(await readPaths(ALICE, `to=${CAROL}`)).toEqual(none)
  })
})
