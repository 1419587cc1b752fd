import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeLabel, upsertLabel } from '../labels/change-labels.ts'
import type { Context } from '../runtime/context.ts'
import { openTestContext } from '../testing/create-test-context.ts'
import { toTestAddress } from '../testing/ledger.ts'
import { openSource, readVerdicts, type SourceDatabase } from './read-source.ts'

const names = [
  ...['listed', 'delisted', 'frozen', 'protected', 'unfrozen', 'upheld', 'denied', 'nobody'],
] as const
const [LISTED, DELISTED, FROZEN, PROTECTED, UNFROZEN, UPHELD, DENIED, NOBODY] = names.map((_, i) =>
  toTestAddress(i + 1),
)

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())

async function withSource<T>(work: (source: SourceDatabase) => Promise<T>): Promise<T> {
  await using resources = new AsyncDisposableStack()
  return await work(await openSource(context.config.databaseUrl ?? '', resources))
}

const freeze = (address: string | undefined, flagCaseId: string | null, endedBy: number | null) =>
  context.pool.query(
    `insert into dao_freeze (address, number, renewed_at, flag_case_id, end_proposal_id)
     values ($1, 1, 5, $2, $3)`,
    [address, flagCaseId, endedBy],
  )

const appeal = (id: number, address: string | undefined, outcome: string) =>
  context.pool.query(
    'insert into dao_appeal (id, address, freeze_number, outcome) values ($1, $2, 1, $3)',
    [id, address, outcome],
  )

it('an account is ordinary unless it is listed now or a vote stands against it', async () => {
  const label = { kind: 'scam', source: 'list', confidence: 1, reason: 'It stole.' } as const
  await upsertLabel(context, { ...label, address: LISTED! })
  const { id } = await upsertLabel(context, { ...label, address: DELISTED! })
  await removeLabel(context, { address: DELISTED!, id, reason: 'It was a mistake.' })
  await freeze(FROZEN, 'case', null)
  await freeze(PROTECTED, null, null)
  await freeze(UNFROZEN, 'case', 7)
  await freeze(UPHELD, 'case', null)
  await appeal(1, UPHELD, 'upheld')
  await appeal(2, DENIED, 'denied')
  const all = [LISTED!, DELISTED!, FROZEN!, PROTECTED!, UNFROZEN!, UPHELD!, DENIED!, NOBODY!]
  expect(await withSource((source) => readVerdicts(source, all))).toEqual(
    new Map([
      [LISTED, 'listed'],
      [FROZEN, 'vote'],
      [DENIED, 'vote'],
    ]),
  )
})

it('a source cannot write', async () => {
  await withSource(async (source) => {
    await expect(source.query('delete from label_entry')).rejects.toThrow('read-only transaction')
  })
})
