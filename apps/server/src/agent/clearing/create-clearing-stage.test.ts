import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Insertable } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { FlagRow } from '../../db/tables/dao-tables.ts'
import { removeLabel, upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { insertOpenCase } from '../testing/insert-open-case.ts'
import { insertOwnFlag } from '../testing/insert-own-flag.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import { createClearingStage } from './create-clearing-stage.ts'

const ACCUSED = toTestAddress(1)
const THIEF = toTestAddress(2)
const SIGNER = createSigner({
  address: toTestAddress(3),
  keyIndex: 0,
  privateKeyHex: '1'.repeat(64),
})
const LIFT = { lifted_at: 1_800_000_000, lift_cause: 'recheck' } as const

let context: Context

beforeEach(async () => {
  context = await createTestContext()
  await insertOpenCase(context, ACCUSED)
})

/** A flag under the case of the agent, by somebody else who may flag. */
const insertForeignFlag = (change: Partial<Insertable<FlagRow>>) =>
  context.db
    .insertInto('dao_flag')
    .values({
      address: ACCUSED,
      number: 1,
      case_id: 'case',
      reason_code: 'keys',
      flagger: THIEF,
      flag_tx_id: toTestHash(9),
      flagged_at: 1_700_000_000,
      ...change,
    })
    .execute()

const clear = () => createClearingStage(context, async () => SIGNER).step()
const readCase = () => context.db.selectFrom('agent_case').selectAll().executeTakeFirstOrThrow()

it('ends a case whose flag was lifted, and signs that', async () => {
  await insertOwnFlag(context, {
    address: ACCUSED,
    number: 1,
    caseId: 'case',
    flagger: SIGNER.address,
    ...LIFT,
  })
  await clear()
  const cleared = await readCase()
  expect(cleared).toMatchObject({
    cleared_ms: LIFT.lifted_at * 1000,
    cleared_cause: 'label_removed',
  })
  expect(cleared.clearance?.text).toContain('the entry in the scam list was removed')
})

/** The case rests on money of the thief. */
const restOnContact = () =>
  context.db
    .updateTable('agent_case')
    .set({
      reason_code: 'contact',
      statement: JSON.stringify({
        reasons: [{ code: 'funding_hop_0', evidence: [{ counterparty: THIEF }] }],
      }),
    })
    .execute()

const listScam = (address: typeof THIEF) =>
  upsertLabel(context, {
    address,
    kind: 'scam',
    source: 'list',
    confidence: 0.9,
    reason: 'It stole.',
  })

const lift = (change: Partial<Parameters<typeof insertOwnFlag>[1]>) =>
  insertOwnFlag(context, {
    address: ACCUSED,
    number: 1,
    caseId: 'case',
    flagger: SIGNER.address,
    reason_code: 'contact',
    ...LIFT,
    ...change,
  })

it.each([
  [false, 'recheck', 'a recheck no longer supports it'],
  [true, 'label_removed', 'the entry in the scam list was removed'],
] as const)(
  'ends a case that rests on contact, whose entry was removed: %s',
  async (isRemoved, cause, text) => {
    await restOnContact()
    const { id } = await listScam(THIEF)
    if (isRemoved) await removeLabel(context, { address: THIEF, id, reason: 'It was a mistake.' })
    await lift({})
    await clear()
    const cleared = await readCase()
    expect(cleared.cleared_cause).toBe(cause)
    expect(cleared.clearance?.text).toContain(text)
  },
)

it('takes no entry off the list by an appeal against a flag for contact', async () => {
  await restOnContact()
  await listScam(ACCUSED)
  await lift({ lift_cause: 'appeal' })
  await context.db
    .insertInto('dao_appeal')
    .values({ id: 5, address: ACCUSED, flag_number: 1, case_id: 'case', outcome: 'upheld' })
    .execute()
  await clear()
  expect((await readCase()).cleared_cause).toBe('appeal')
  const labels = await context.db.selectFrom('label_entry').select('removed_at').execute()
  expect(labels).toEqual([{ removed_at: null }])
})

it('signs nothing when somebody else flagged under its case and lifted that', async () => {
  await insertForeignFlag(LIFT)
  await clear()
  expect(await readCase()).toMatchObject({ cleared_ms: null, clearance: null })
})

it('takes no entry off the list by an appeal against a flag of somebody else', async () => {
  await listScam(ACCUSED)
  await insertForeignFlag({ ...LIFT, lift_cause: 'appeal' })
  await insertOwnFlag(context, {
    address: ACCUSED,
    number: 2,
    caseId: 'case',
    flagger: SIGNER.address,
    ...LIFT,
  })
  await context.db
    .insertInto('dao_appeal')
    .values({ id: 5, address: ACCUSED, flag_number: 1, case_id: 'case', outcome: 'upheld' })
    .execute()
  await clear()
  const labels = await context.db.selectFrom('label_entry').select('removed_at').execute()
  expect(labels).toEqual([{ removed_at: null }])
})
