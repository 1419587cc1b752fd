import { toEvmAddress } from '@app/values/evm-address.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeLabel, upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import {
  buildTransferRows,
  type Payment,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { recordHeartbeat } from '../write-heartbeat.ts'
import { createDecisionStage } from './create-decision-stage.ts'

const THIEF = toTestAddress(1)
const MULE = toTestAddress(2)
const AGENT = toTestAddress(3)
const RAIDS = [2, 3, 4, 5, 6]
const DAY = 86_400
/** Block time of the ledger: a block a day. */
const toSeconds = (height: number) => 1_700_000_000 + height * DAY

let context: Context
let labelId: number

beforeEach(async () => {
  context = await createTestContext()
  await recordHeartbeat(context.db, AGENT)
  const about = { kind: 'scam', source: 'list', confidence: 0.95, reason: 'It stole.' } as const
  labelId = (await upsertLabel(context, { address: THIEF, ...about })).id
  await propagateLabelTaint(context)
  await pay(RAIDS.flatMap(buildRaid))
})

/** Victims pay the thief once each, who pays the mule at once, who pays it all to somebody new. */
function buildRaid(height: number): Payment[] {
  const paid = Array.from({ length: 9 }, (_, index): Payment => {
    const from = toTestAddress(1_000 + height * 100 + index)
    return { height, from, to: THIEF, units: 5_000n + BigInt(index) * 711n }
  })
  const units = paid.reduce((sum, payment) => sum + (payment.units ?? 0n), 0n)
  const moves = [
    { height, from: THIEF, to: MULE, units },
    { height, from: MULE, to: toTestAddress(500 + height), units },
  ]
  return [...paid, ...moves]
}

const pay = (payments: readonly Payment[]) =>
  writeIndexedRows(context, { transfers: buildTransferRows(payments) })

const decideAll = () => runUntilIdle([createDecisionStage(context)])

async function consider(): Promise<void> {
  await scoreAccount(context, MULE)
  await decideAll()
}

const listCases = () =>
  context.db.selectFrom('agent_case').selectAll().where('address', '=', MULE).execute()

const listActions = () =>
  context.db
    .selectFrom('agent_action')
    .select(['kind', 'payload'])
    .where('address', '=', MULE)
    .execute()

describe('a wallet on no list that moves the money of a listed one on', () => {
  it('is accused and flagged for contact, which is one kind of evidence', async () => {
    await consider()
    const [opened, ...others] = await listCases()
    expect(others).toEqual([])
    expect(opened?.reason_code).toBe('contact')
    expect(opened?.statement.evidenceKinds).toEqual(['contact'])
    expect(await listActions()).toEqual([{ kind: 'flag', payload: { reasonCode: 'contact' } }])
  })

  it.each(['listed', 'contact'])(
    'rule 25: is not flagged while a bar against %s holds, under which a flag of it was lifted',
    async (reason_code) => {
      await context.db
        .insertInto('dao_flag_bar')
        .values({ address: MULE, reason_code, flagger: null, until: toSeconds(9) })
        .execute()
      await consider()
      expect(await listActions()).toEqual([])
      await writeIndexedRows(context, {}, 8)
      await decideAll()
      expect(await listActions()).toEqual([])
      await writeIndexedRows(context, {}, 9)
      await decideAll()
      expect(await listActions()).toMatchObject([{ kind: 'flag' }])
    },
  )

  it('is cleared because of the list when the entry of its contact is removed', async () => {
    await consider()
    await removeLabel(context, { address: THIEF, id: labelId, reason: 'It was a mistake.' })
    await propagateLabelTaint(context)
    await consider()
    expect(await listCases()).toMatchObject([{ cleared_cause: 'label_removed' }])
  })

  it('is listed where its own account in the EVM is, and cleared when that entry is removed', async () => {
    await removeLabel(context, { address: THIEF, id: labelId, reason: 'It was a mistake.' })
    const address = toEvmAddress(`${'0'.repeat(23)}2${'a'.repeat(16)}`)
    const at = { height: 7, tx_index: 0, event_index: 0, tx_id: 'ab', block_ms: 0 }
    const act = { ...at, address, authorizer: MULE, is_sole: true }
    await writeIndexedRows(context, { coaActs: [act] })
    const about = { kind: 'scam', source: 'list', confidence: 1, reason: 'It stole.' } as const
    const { id } = await upsertLabel(context, { address, ...about })
    await propagateLabelTaint(context)
    await consider()
    expect(await listCases()).toMatchObject([{ reason_code: 'listed' }])
    await removeLabel(context, { address, id, reason: 'It was a mistake.' })
    await propagateLabelTaint(context)
    await consider()
    expect(await listCases()).toMatchObject([{ cleared_cause: 'label_removed' }])
  })

  it('is cleared by a recheck when the money of the listed account is a trifle by now', async () => {
    await consider()
    const wage = { from: toTestAddress(700), to: MULE, units: 100_000_000n }
    await pay([7, 8, 9].map((height) => ({ ...wage, height })))
    await consider()
    expect(await listCases()).toMatchObject([{ cleared_cause: 'recheck' }])
  })
})
