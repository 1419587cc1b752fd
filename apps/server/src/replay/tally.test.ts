import { expect, it } from 'vitest'
import type { Context } from '../runtime/context.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import { toTestAddress } from '../testing/ledger.ts'
import { createTally } from './tally.ts'

const DAY_MS = 86_400_000
const START_MS = 1_700_000_000_000

async function judge({ db }: Context, atMs: number, pValues: readonly number[]): Promise<void> {
  const { accounts } = await db
    .selectFrom('agent_account')
    .select(({ fn }) => fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow()
  const finding = {
    ...{ judged_ms: atMs, transfers: 8, score: 40, risk_level: 'SUSPICIOUS' as const },
    version: '1.0.0',
  }
  const rows = pValues.map((p_value, index) => {
    const address = toTestAddress(accounts + index)
    return { ...finding, address, p_value, previous_ms: null, score_seq: null }
  })
  await db.insertInto('agent_account').values(rows).execute()
}

it('adds up judged accounts × admission limit of each day of block time', async () => {
  const context = await createTestContext()
  const tally = createTally(context)
  await tally.beforeBlock({ height: 1, timeMs: START_MS })
  // Two of four at or below 0.05: the limit is 0.02, as 0.02 ≤ 0.1 × 2 / 4.
  await judge(context, START_MS, [0.01, 0.02, 0.5, 0.9])
  await tally.beforeBlock({ height: 2, timeMs: START_MS + DAY_MS - 1 })
  await tally.beforeBlock({ height: 9, timeMs: START_MS + 5 * DAY_MS })
  await judge(context, START_MS + 5 * DAY_MS, [0.08, 0.3])
  expect(await tally.finish()).toEqual({
    first: { height: 1, timeMs: START_MS },
    last: { height: 9, timeMs: START_MS + 5 * DAY_MS },
    blocksWithEvents: 3,
    judgedAccounts: 6,
    expectedFalseAlarms: 4 * 0.02 + 2 * 0,
  })
})
