import { NodeNotFoundError } from '@app/flow/errors.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import type { DecodedTransaction } from '../decode/decode-transaction.ts'
import { fetchRoles } from './fetch-roles.ts'

const ALICE = computeAddressAtIndex(10, 'local')
const TIP_MS = 10_000_000

const buildSealed = (txId: string, ageMs: number): DecodedTransaction => ({
  txId,
  height: 1,
  txIndex: 0,
  blockMs: TIP_MS - ageMs,
  transfers: [],
  nftMoves: [],
  accountEvents: [],
})

/** A node that has only the transactions whose id begins with `known`. */
const node = {
  getTransactionRoles: async (txId: string) => {
    if (!txId.startsWith('known')) throw new NodeNotFoundError(`no transaction ${txId}`)
    return { txId, proposer: ALICE, payer: ALICE, authorizers: [ALICE] }
  },
}

describe('the roles in transactions', () => {
  it('are fetched for each, several concurrently', async () => {
    const asked = Array.from({ length: 30 }, (_, index) => buildSealed(`known-${index}`, 0))
    expect((await fetchRoles(node, asked, TIP_MS)).size).toBe(30)
  })

  it('are absent in system transactions: sealed long ago and not found', async () => {
    const roles = await fetchRoles(node, [buildSealed('system', 121_000)], TIP_MS)
    expect(roles.size).toBe(0)
  })

  it('are retried when the node may be behind', async () => {
    const asking = fetchRoles(node, [buildSealed('new', 1000)], TIP_MS)
    await expect(asking).rejects.toThrow(NodeNotFoundError)
  })
})
