import { expect, it, onTestFinished } from 'vitest'
import { createIndexerStages } from '../../../indexer/create-indexer-stages.ts'
import { rebuildSums } from '../../../indexer/sums/rebuild-sums.ts'
import { upsertLabel } from '../../../labels/change-labels.ts'
import type { Context } from '../../../runtime/context.ts'
import { runUntilIdle } from '../../../runtime/stage.ts'
import { createTestContext } from '../../create-test-context.ts'
import { dumpSums } from '../../dump-sums.ts'
import { toTestAddress } from '../../ledger.ts'
import { buildSeededChain } from './build-seeded-chain.ts'
import { startSeededNode } from './seeded-node.ts'

const BLOCKS = 70
const SENDER = { address: toTestAddress(7), privateKeyHex: '7'.repeat(64) }

async function index(seed: number): Promise<Context> {
  const seededChain = buildSeededChain(seed, BLOCKS + 1)
  const node = await startSeededNode({ seededChain, sender: SENDER, keyCount: 1 })
  onTestFinished(() => node.stop())
  node.setTip(BLOCKS)
  const context = await createTestContext({ accessNodeUrl: node.url })
  const label = { kind: 'scam', source: 'test', confidence: 1, reason: 'stole' } as const
  await upsertLabel(context, { ...label, address: seededChain.thief })
  await runUntilIdle(createIndexerStages(context).map(({ stage }) => stage))
  return context
}

/** What a history has of the EVM, so that the tests of faults cover it. */
const FOUND = `
select
  (select count(*)::int from chain_coa where owner is not null) as coas,
  (select count(*)::int from chain_coa where until_height is not null) as "changedHands",
  (select count(*)::int from chain_coa_move where split_index < 0) as handovers,
  (select count(*)::int from chain_coa_move where length(sender) = 18) as deposits,
  (select count(*)::int from chain_coa_move where length(recipient) = 18) as withdrawals,
  (select count(*)::int from chain_coa_move where initiator = sender and length(recipient) = 42) as calls,
  (select count(*)::int from chain_transfer
   where length(address) = 42 and address not like '0x000000000000000000000002%' and side = 'out') as signed,
  (select count(*)::int from chain_evm_balance where gap > 0) as unseen,
  (select count from chain_evm_skipped)::int as unreadable,
  (select count(*)::int from chain_exposure) as exposures`

it.each([0, 1, 2])(
  'history %i has every kind of move in the EVM, and its sums are those of a rebuild',
  async (seed) => {
    const { pool } = await index(seed)
    const { rows } = await pool.query<Record<string, number>>(FOUND)
    expect(Object.entries(rows[0]!).filter(([, count]) => count === 0)).toEqual([])
    const kept = await dumpSums(pool)
    await rebuildSums(pool, 'local')
    expect(await dumpSums(pool)).toEqual(kept)
  },
)
