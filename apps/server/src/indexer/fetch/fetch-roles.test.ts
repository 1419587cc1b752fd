import { NodeBusyError, NodeNotFoundError } from '@app/flow/errors.ts'
import type { TransactionRoles } from '@app/flow/read/chain.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import type { DecodedTransaction } from '../decode/decode-transaction.ts'
import { fetchRoles } from './fetch-roles.ts'

const ALICE = computeAddressAtIndex(10, 'local')
const TIP_MS = 10_000_000

const buildSealed = (txId: string, ageMs: number, height = 1) =>
  ({ txId, height, blockMs: TIP_MS - ageMs }) as DecodedTransaction

const buildRoles = (txId: string) => ({
  txId,
  proposer: ALICE,
  payer: ALICE,
  authorizers: [ALICE],
})

/** A node that has only the transactions whose id begins with `known`, and does not list those of a block. */
function createNode() {
  const calls: (string | number)[] = []
  return {
    calls,
    getTransactionRoles: async (txId: string) => {
      calls.push(txId)
      if (!txId.startsWith('known')) throw new NodeNotFoundError(`no transaction ${txId}`)
      return buildRoles(txId)
    },
    getBlockRoles: async (height: number) => {
      calls.push(height)
      return await Promise.reject<TransactionRoles[]>(new NodeNotFoundError('404 page not found'))
    },
  }
}

describe('the roles in transactions', () => {
  it('are fetched in one call for a block with several, and by id for one that this call lacks', async () => {
    const node = {
      ...createNode(),
      getBlockRoles: async (height: number) => {
        node.calls.push(height)
        return [buildRoles('known-1'), buildRoles('known-2')]
      },
    }
    const asked = [1, 2, 3].map((number) => buildSealed(`known-${number}`, 0, 7))
    const alone = buildSealed('known-4', 0, 8)
    const roles = await fetchRoles(node, [...asked, alone], TIP_MS)
    expect([...roles.keys()].sort()).toEqual(['known-1', 'known-2', 'known-3', 'known-4'])
    expect(node.calls.toSorted()).toEqual([7, 'known-3', 'known-4'])
  })

  it('are fetched by id from a node that does not list the transactions of a block, which is asked once', async () => {
    const node = createNode()
    const asked = Array.from({ length: 60 }, (_, index) =>
      buildSealed(`known-${index}`, 0, index % 20),
    )
    expect((await fetchRoles(node, asked, TIP_MS)).size).toBe(60)
    // The calls that began together.
    expect(node.calls.filter((call) => typeof call === 'number').length).toBeLessThanOrEqual(8)
  })

  it('are not asked for by id when the node is busy', async () => {
    const busy = new NodeBusyError('busy', 429, null)
    const node = { ...createNode(), getBlockRoles: () => Promise.reject(busy) }
    const asked = [buildSealed('known-1', 0), buildSealed('known-2', 0)]
    await expect(fetchRoles(node, asked, TIP_MS)).rejects.toBe(busy)
    expect(node.calls).toEqual([])
  })

  it('are absent in system transactions: sealed long ago and not found', async () => {
    const roles = await fetchRoles(createNode(), [buildSealed('system', 121_000)], TIP_MS)
    expect(roles.size).toBe(0)
  })

  it('are retried when the node may be behind', async () => {
    const asking = fetchRoles(createNode(), [buildSealed('new', 1000)], TIP_MS)
    await expect(asking).rejects.toThrow(NodeNotFoundError)
  })
})
