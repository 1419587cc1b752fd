import { beforeEach, expect, it } from 'vitest'
import type { Context } from '../runtime/context.ts'
import { runUntilIdle } from '../runtime/stage.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import {
  buildTransferRows,
  type Payment,
  toTestAddress,
  writeIndexedRows,
} from '../testing/ledger.ts'
import { createDiscoveryStage } from './create-discovery-stage.ts'
import { readBacklog } from './write-backlog.ts'

const ACCOUNTS = Array.from({ length: 120 }, (_, i) => toTestAddress(i))

let context: Context

beforeEach(async () => {
  context = await createTestContext()
  const payments = ACCOUNTS.flatMap((to, i) =>
    Array.from({ length: 8 }, (_, n): Payment => {
      return {
        height: 1 + n * 3,
        from: toTestAddress(500 + i + (n % 4) * 100),
        to,
        units: 900n + BigInt(n),
      }
    }),
  )
  await writeIndexedRows(context, { transfers: buildTransferRows(payments) })
})

const discover = () => runUntilIdle([createDiscoveryStage(context)])

const listJudged = async () =>
  (await context.db.selectFrom('agent_account').select('address').execute()).map(
    ({ address }) => address,
  )

it('all changed accounts are judged, more than fit on one snapshot, and have a current score', async () => {
  await discover()
  const judged = await listJudged()
  expect(judged).toEqual(expect.arrayContaining(ACCOUNTS))
  const rows = await context.db.selectFrom('score_current').select('address').execute()
  expect(rows.map(({ address }) => address)).toEqual(expect.arrayContaining(judged))
  expect(await readBacklog(context.db)).toEqual({ waiting: 0, oldestMs: null })
})

it('one that cannot be judged is left out, and does not block the others', async () => {
  const broken = ACCOUNTS[60]!
  await context.pool.query(
    'update chain_activity set active_days = 9007199254740993 where address = $1',
    [broken],
  )
  await discover()
  const judged = new Set(await listJudged())
  expect(ACCOUNTS.filter((address) => !judged.has(address))).toEqual([broken])
  expect(await readBacklog(context.db)).toEqual({ waiting: 0, oldestMs: null })
})
