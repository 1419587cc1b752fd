import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Insertable } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { FlagRow } from '../../db/tables/dao-tables.ts'
import { upsertLabel } from '../../labels/upsert-label.ts'
import type { Context } from '../../runtime/context.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
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
  await context.db
    .insertInto('agent_case')
    .values({
      address: ACCUSED,
      case_id: 'case',
      reason_code: 'listed',
      opened_ms: 1_000,
      evidence_hash: toTestHash(1),
      statement: JSON.stringify({ reasons: [] }),
    })
    .execute()
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

it('signs nothing when somebody else flagged under its case and lifted that', async () => {
  await insertForeignFlag(LIFT)
  await clear()
  expect(await readCase()).toMatchObject({ cleared_ms: null, clearance: null })
})

it('takes no entry off the list by an appeal against a flag of somebody else', async () => {
  const label = { address: ACCUSED, kind: 'scam', source: 'list', confidence: 0.9 } as const
  await upsertLabel(context, { ...label, reason: 'Emptied wallets.' })
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
