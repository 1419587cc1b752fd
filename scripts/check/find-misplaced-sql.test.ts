import { expect, test } from 'vitest'
import { findMisplacedSql } from './find-misplaced-sql.mjs'

const PLACE = 'apps/server/src/scorer/score-account.ts'

test.each([
  [
    'const { rows } = await sql<{ seq: number }>`select seq`.execute(db)',
    ['sql<{ seq: number }>`'],
  ],
  ['const key = sql`now()`', ['sql`']],
  ['const column = sql.ref(name)', ['sql.ref']],
  ['await client.query(ADD_ACTIVITY)', ['.query(']],
  ['await pool.query<Row>(TEXT)', ['.query<']],
  ["const row = await db\n  .selectFrom('score_cursor')", ['selectFrom(']],
  ["await db.updateTable('score_cursor').set({ seq })", ['updateTable(']],
  ['const ADD = `\ninsert into chain_change (seq)`', ['`\ninsert into']],
])('finds %j outside the files for SQL', (source, places) => {
  expect(findMisplacedSql(PLACE, source)).toEqual(places)
})

test.each([
  'const { limit } = request.query',
  "import { findChangedAccounts } from './queries.ts'",
  'const { useQuery } = client',
  "throw new RangeError('select an account from the list')",
  'await db.transaction().execute((queries) => work(queries))',
])('finds nothing in %j', (source) => {
  expect(findMisplacedSql(PLACE, source)).toEqual([])
})

test.each([
  'apps/server/src/facts/load-facts.ts',
  'apps/server/src/scorer/read-scores.ts',
  'apps/server/src/scorer/write-score.ts',
  'apps/server/src/agent/outbox/queries.ts',
  'apps/server/src/db/locks.ts',
  'apps/server/src/indexer/sums/exposure.ts',
  'apps/server/src/testing/ledger.ts',
  'apps/server/src/scorer/scorer.test.ts',
])('%s may hold SQL', (path) => {
  expect(findMisplacedSql(path, 'await sql`select 1`.execute(db)')).toEqual([])
})

test.each([
  'apps/server/src/agent/rechecks/thread-queries.ts',
  'apps/server/src/scorer/reading.ts',
  'apps/server/src/sums.ts',
])('%s may not', (path) => {
  expect(findMisplacedSql(path, 'await sql`select 1`.execute(db)')).toEqual(['sql`'])
})
