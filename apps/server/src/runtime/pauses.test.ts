import { expect, it } from 'vitest'
import { createTestContext } from '../testing/create-test-context.ts'
import { readPauses } from './pauses.ts'

it('what is not worked on any more is deleted, unless the stage tries again by its pauses alone', async () => {
  const context = await createTestContext()
  const { pool } = context
  await pool.query(`
    insert into runtime_pause (stage, item, failures, retry_at)
    select stage, item, 1, now() + waits from unnest(array['one', 'other']) as stage,
      (values ('waiting', interval '1 minute'), ('due', '-23 hours'), ('abandoned', '-25 hours')) as rows (item, waits)`)
  const readItems = async (stage: string) => {
    const query = 'select item from runtime_pause where stage = $1 order by retry_at'
    return (await pool.query<{ item: string }>(query, [stage])).rows.map(({ item }) => item)
  }
  await readPauses(context, 'one')
  expect(await readItems('one')).toEqual(['due', 'waiting'])
  const { due, waiting } = await readPauses(context, 'other', { retriesDue: true })
  expect([due, waiting]).toEqual([['abandoned', 'due'], ['waiting']])
  expect(await readItems('other')).toEqual(['abandoned', 'due', 'waiting'])
})
