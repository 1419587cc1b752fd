import type { Route } from '@app/api/routes/route.ts'
import type { Party } from '@app/values/evm-address.ts'
import { expect } from 'vitest'
import { upsertLabel } from '../../labels/change-labels.ts'
import {
  buildNftRows,
  buildTransferRows,
  DOLLAR,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { expectDocumentedResponse } from './expect-documented-response.ts'
import { openTestApi, type TestApi } from './open-test-api.ts'

export const THIEF = toTestAddress(1)
export const VICTIM = toTestAddress(2)
export const MULE = toTestAddress(3)
export const FENCE = toTestAddress(4)
export const ALICE = toTestAddress(5)
export const BOB = toTestAddress(6)
export const CAROL = toTestAddress(7)
export const STRANGER = toTestAddress(9)
export const PASS = 'A.f8d6e0586b0a20c7.GardenPass.NFT'

/**
 * Opens the API over a small story: a listed thief robs a victim, and the money goes by a mule and a
 * fence to bob; alice pays ordinarily.
 */
export async function openAccountsApi(): Promise<TestApi> {
  const api = await openTestApi()
  const { context } = api
  await writeIndexedRows(context, {
    transfers: buildTransferRows([
      { height: 1, from: ALICE, to: VICTIM, units: 700n },
      { height: 2, from: VICTIM, to: THIEF, units: 500n, isSwept: true },
      { height: 3, from: THIEF, to: MULE, units: 450n },
      { height: 4, from: MULE, to: FENCE, units: 400n },
      { height: 5, from: FENCE, to: BOB, units: 1n },
      { height: 6, from: FENCE, to: BOB, units: 2n, token: DOLLAR },
      { height: 7, from: BOB, to: FENCE, units: 3n, token: DOLLAR },
      { height: 8, from: CAROL, to: BOB, units: 5n, isDust: true },
      { height: 9, from: ALICE, to: BOB, units: 40n },
      { height: 10, from: ALICE, to: null, units: 9n },
    ]),
    nftMoves: buildNftRows([{ height: 8, from: ALICE, to: BOB, nftType: PASS }]),
  })
  await upsertLabel(context, {
    address: THIEF,
    kind: 'scam',
    source: 'test list',
    confidence: 0.9,
    reason: 'Swept many',
  })
  await propagateLabelTaint(context)
  return api
}

/** Reads a route about an account, and expects the documented shape. */
export async function readAccountRoute<T>(
  api: TestApi,
  route: Route,
  [address, query = '']: [Party, string?],
): Promise<T> {
  const url = `${route.url.replace(':address', address)}?${query}`
  const response = await api.app.inject({ url })
  expect(response.statusCode, response.body).toBe(200)
  expectDocumentedResponse(route, response)
  return response.json()
}
