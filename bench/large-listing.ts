import { setTimeout as delay } from 'node:timers/promises'
import { loadCoverage } from '@app/server/facts/load-coverage.ts'
import { createExposureStage } from '@app/server/indexer/stages/create-exposure-stage.ts'
import { rebuildSums } from '@app/server/indexer/sums/rebuild-sums.ts'
import { upsertLabel } from '@app/server/labels/change-labels.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { buildTransferRows, writeIndexedRows } from '@app/server/testing/ledger.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { computePercentiles } from './measure.ts'
import { withScratchContext } from './with-scratch-context.ts'

const COUNTERPARTIES = 200_000
const LISTED = computeAddressAtIndex(1_000, 'local')
const SECONDS_PER_BLOCK = 0.8
const FIRST_SECONDS = 1_700_000_000

/**
 * Lists an account with 200,000 counterparties while a block is written every 0.8 s. Measures the steps in which
 * the listing reaches the counterparties, and how long the writing of a block takes meanwhile, compared with before.
 */
export function benchLargeListing(): Promise<object> {
  return withScratchContext(async (context) => {
    await seedCounterparties(context)
    const writesBefore = await writeBlocks(context, (written) => written === 10)
    const label = { kind: 'scam', source: 'bench', confidence: 1, reason: 'stole' } as const
    await upsertLabel(context, { ...label, address: LISTED })
    let isListed = false
    const start = performance.now()
    const [steps, writes] = await Promise.all([
      runSteps(context).finally(() => {
        isListed = true
      }),
      writeBlocks(context, () => isListed),
    ])
    return {
      bench: 'listing',
      counterparties: COUNTERPARTIES,
      seconds: Math.round((performance.now() - start) / 100) / 10,
      steps: steps.length,
      stepMs: { ...computePercentiles(steps), max: Math.round(Math.max(...steps)) },
      blockMs: { ...computePercentiles(writes), max: Math.round(Math.max(...writes)) },
      blockMsBefore: computePercentiles(writesBefore),
    }
  })
}

async function runSteps(context: Context): Promise<number[]> {
  const stage = createExposureStage(context)
  const times: number[] = []
  for (;;) {
    const start = performance.now()
    if ((await stage.step()) === 'idle') return times
    times.push(performance.now() - start)
  }
}

/** Writes a block with one payment every 0.8 s until `isDone`; returns how long each took. */
async function writeBlocks(
  context: Context,
  isDone: (written: number) => boolean,
): Promise<number[]> {
  const times: number[] = []
  while (!isDone(times.length)) {
    const height = ((await loadCoverage(context.db))?.toHeight ?? 0) + 1
    const seconds = FIRST_SECONDS + height
    const to = computeAddressAtIndex(2_000 + (height % 1_000), 'local')
    const from = computeAddressAtIndex(5_000 + (height % 1_000), 'local')
    const start = performance.now()
    await writeIndexedRows(context, {
      transfers: buildTransferRows([{ height, from, to, seconds }]),
    })
    times.push(performance.now() - start)
    await delay(SECONDS_PER_BLOCK * 1000)
  }
  return times
}

/** Indexes one payment of the account to each of its counterparties, and builds the sums. */
async function seedCounterparties({ pool }: Context): Promise<void> {
  const others = Array.from({ length: COUNTERPARTIES }, (_, index) =>
    computeAddressAtIndex(10_000 + index, 'local'),
  )
  await pool.query(INSERT_TRANSFERS, [LISTED, others])
  await pool.query(INSERT_CURSOR)
  await rebuildSums(pool, 'local')
  await pool.query('vacuum analyze')
}

const INSERT_TRANSFERS = `
insert into chain_transfer (address, height, tx_index, event_index, split_index, side, counterparty, token,
  units, tx_id, block_ms, is_initiated, is_swept, is_emptied, is_dust)
select side.address, 1, n, 0, 0, side.side, side.counterparty, 'A.0ae53cb6e3f42a79.FlowToken.Vault', 100,
  lpad(to_hex(n), 64, '0'), ${FIRST_SECONDS}000, side.side = 'out', false, false, false
from unnest($2::text[]) with ordinality as other (address, n)
cross join lateral (values ($1, other.address, 'out'), (other.address, $1, 'in'))
  as side (address, counterparty, side)`

const INSERT_CURSOR = `
insert into chain_cursor (direction, from_height, to_height, block_id, parent_id, block_ms, node_height)
values ('live', 0, 1, 'newest', 'before', ${FIRST_SECONDS}000, 1)`
