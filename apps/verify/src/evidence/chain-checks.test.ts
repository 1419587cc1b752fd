import { NodeNotFoundError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import { expect, it } from 'vitest'
import { formatDifference } from '../check.ts'
import { buildSampleEvidence } from '../testing/build-sample-evidence.ts'
import { findFalseHoldings, findHoldingDifference } from './chain-checks.ts'
import { parseAndJudgeEvidence } from './evidence.ts'

const ALICE = toTestAddress(1)
const PASS = 'A.f8d6e0586b0a20c7.GardenPass.Collection'
const OWN = `A.${ALICE.slice(2)}.Art.Collection`
const OTHER = 'A.0000000000000001.Empty.Collection'

const HELD = [
  { collection: OWN, count: 9, isSelfMinted: true, firstDepositSeconds: 1_700_000_000 },
  { collection: PASS, count: 2, isSelfMinted: false, firstDepositSeconds: null },
]

it.each<[string, Record<string, number>, string | null]>([
  ['the same, in any order', { [PASS]: 2, [OTHER]: 0, [OWN]: 9 }, null],
  ['one NFT less', { [OWN]: 9, [PASS]: 1 }, 'holdings[1].count should be 1, but is 2.'],
  ['a collection less', { [OWN]: 9 }, 'holdings[1] should be missing, but is {'],
  ['a collection more', { [OWN]: 9, [PASS]: 2, [OTHER]: 3 }, 'holdings[1].collection should be'],
])('the NFTs of the inputs, with %s on the chain', (_, counts, sentence) => {
  const difference = findHoldingDifference(ALICE, HELD, new Map(Object.entries(counts)))
  if (sentence === null) expect(difference).toBeNull()
  else expect(difference && formatDifference(difference)).toContain(sentence)
})

it('finds a collection that the account made itself and the inputs do not say so', () => {
  const wrong = HELD.map((held) => ({ ...held, isSelfMinted: false }))
  const counts = new Map([
    [OWN, 9],
    [PASS, 2],
  ])
  expect(findHoldingDifference(ALICE, wrong, counts)?.path).toBe(
    'inputs.chain.holdings[0].isSelfMinted',
  )
})

it('is undecided where the node has no state of the block, and the account holds other NFTs by now', async () => {
  const evidence = parseAndJudgeEvidence(buildSampleEvidence())
  if ('path' in evidence) throw new Error(formatDifference(evidence))
  const flow = {
    getLatestBlock: async () => ({ height: 900, id: 'b', parentId: 'a', timeMs: 0 }),
    executeScript: async (_script, _args, height) => {
      if (height === 900) return { total: 0n, counts: {} }
      throw new NodeNotFoundError('no state')
    },
  } as Partial<FlowReader> as FlowReader
  expect(await findFalseHoldings(evidence, flow)).toEqual({
    because: 'The node has no state of block 20; at block 900 the NFTs are different.',
  })
})
