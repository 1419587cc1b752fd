import type { Address } from '@app/values/address.ts'
import type { Insertable } from 'kysely'
import { beforeEach, describe, expect, it, test } from 'vitest'
import type { ClearedCause, StatementOfReasons } from '../../db/tables/agent-tables.ts'
import type { AppealRow } from '../../db/tables/dao-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { computeWilsonInterval, readOutcomes } from './read-outcomes.ts'

const PASSES_ON = { factor: 'largeOutFlow', code: 'passes_on' } as const
const FUNDING = { factor: 'knownScamInteract', code: 'funding_hop_0' } as const
const CUT_OFF = { factor: 'largeOutFlow', code: 'cut_off' } as const

type Reason = Pick<StatementOfReasons['reasons'][number], 'factor' | 'code'>

let context: Context
let accounts = 0

beforeEach(async () => {
  context = await createTestContext()
})

/** Inserts a case with these principal reasons, and the flag of the agent. Returns its address. */
async function accuse(
  cause: ClearedCause | null = null,
  reasons: readonly Reason[] = [PASSES_ON],
): Promise<Address> {
  accounts += 1
  const address = toTestAddress(accounts)
  const statement = {
    reasons: reasons.map((reason) => ({ ...reason, text: 'It does.', points: -9, evidence: [] })),
  }
  await context.db
    .insertInto('agent_case')
    .values({
      address,
      case_id: 'case',
      reason_code: 'behaviour',
      opened_ms: 1_000,
      evidence_hash: 'ab'.repeat(32),
      statement: JSON.stringify(statement),
      cleared_ms: cause === null ? null : 2_000,
      cleared_cause: cause,
    })
    .execute()
  await context.db
    .insertInto('agent_action')
    .values({
      address,
      kind: 'flag',
      evidence_hash: 'ab'.repeat(32),
      idempotency_key: 'key',
      case_id: 'case',
      reason: 'It does.',
      payload: JSON.stringify({ reasonCode: 'behaviour' }),
      tx_id: 'own',
    })
    .execute()
  await flag(address, OWN_FLAG, 'own')
  return address
}

const OWN_FLAG = 1

/** Inserts a flag under the id of the case. */
const flag = (address: Address, number: number, txId: string) =>
  context.db
    .insertInto('dao_flag')
    .values({
      address,
      number,
      case_id: 'case',
      reason_code: 'listed',
      flag_tx_id: txId,
      flagged_at: number,
    })
    .execute()

const FOREIGN_FLAG = 2

/** Has another flagger flag an address under the id of the agent's case. */
const flagByAnother = (address: Address) => flag(address, FOREIGN_FLAG, 'foreign')

const NOT_RECORDED = { freeze_number: null, reason_hash: null } as const

const AGAINST_FREEZE = { flag_number: null, freeze_number: 1, case_id: null } as const

/** Inserts an appeal, by default against the flag of the case. */
async function appeal(address: Address, changes: Partial<Insertable<AppealRow>>): Promise<void> {
  const { next } = await context.db
    .selectFrom('dao_appeal')
    .select(({ fn }) => fn.countAll<number>().as('next'))
    .executeTakeFirstOrThrow()
  const times = { opened_at: 1, deadline: 3, closed_at: 2, outcome: null }
  await context.db
    .insertInto('dao_appeal')
    .values({
      id: next,
      address,
      flag_number: OWN_FLAG,
      ...NOT_RECORDED,
      case_id: 'case',
      ...times,
      ...changes,
    })
    .execute()
}

async function freeze(address: Address, flagCaseId: string | null, since = 1): Promise<void> {
  await context.pool.query(
    'insert into dao_freeze (address, number, since, flag_case_id) values ($1, 1, $3, $2)',
    [address, flagCaseId, since],
  )
}

const liftFlag = (address: Address, cause: string, number = OWN_FLAG) =>
  context.db
    .updateTable('dao_flag')
    .set({ lift_cause: cause })
    .where('address', '=', address)
    .where('number', '=', number)
    .execute()

const readReasons = async () => (await readOutcomes(context)).reasons
const readOnly = async () => {
  const reasons = await readReasons()
  expect(reasons).toHaveLength(1)
  return reasons[0]!
}

describe('the outcome of a case', () => {
  it.each([
    ['open', null, null],
    ['clearedByVote', 'appeal', 'upheld'],
    ['clearedByVote', null, 'upheld'],
    ['clearedByVote', 'unfreeze', null],
    ['clearedByVote', 'recheck', 'upheld'],
    ['denied', null, 'denied'],
    ['denied', 'recheck', 'denied'],
    ['undecided', 'appeal', 'undecided'],
    ['open', null, 'undecided'],
    ['clearedByRecheck', 'recheck', 'undecided'],
    ['clearedByRecheck', 'recheck', null],
    ['clearedByLabelRemoval', 'label_removed', null],
    ['open', null, 'open'],
  ] as const)(
    'is %s where it was cleared by %s and the appeal is %s',
    async (outcome, cause, appealed) => {
      const address = await accuse(cause)
      if (appealed !== null) await appeal(address, { outcome: appealed })
      expect(await readOnly()).toMatchObject({ ...PASSES_ON, accused: 1, [outcome]: 1 })
    },
  )

  it('is that of an appeal against the freeze of the flagged wallet', async () => {
    const address = await accuse()
    await freeze(address, 'case')
    await appeal(address, { ...AGAINST_FREEZE, outcome: 'denied' })
    expect(await readOnly()).toMatchObject({ denied: 1, decided: 1, falsePositiveRate: 0 })
  })

  it('is not that of an appeal against a freeze under another case, or of another wallet', async () => {
    const address = await accuse()
    await freeze(address, 'other')
    await appeal(address, { ...AGAINST_FREEZE, outcome: 'upheld' })
    await appeal(toTestAddress(900), { outcome: 'upheld' })
    expect(await readOnly()).toMatchObject({ open: 1, decided: 0, falsePositiveRate: null })
  })

  it('is that of the vote which lifted the flag, also where the agent withdrew at the same time', async () => {
    await liftFlag(await accuse('recheck'), 'unfreeze')
    await liftFlag(await accuse('recheck'), 'recheck')
    expect(await readOnly()).toMatchObject({ clearedByVote: 1, clearedByRecheck: 1 })
  })

  it('is not that of a flag of another flagger under the same case id', async () => {
    const address = await accuse()
    await flagByAnother(address)
    await liftFlag(address, 'unfreeze', FOREIGN_FLAG)
    await appeal(address, { flag_number: FOREIGN_FLAG, outcome: 'upheld' })
    await appeal(address, { flag_number: FOREIGN_FLAG, outcome: 'denied' })
    expect(await readOnly()).toMatchObject({ open: 1, decided: 0 })
  })
})

describe('the false-positive rate', () => {
  it('is the overturned share of the decided cases, with its interval', async () => {
    await appeal(await accuse('appeal'), { outcome: 'upheld' })
    for (const _ of [1, 2, 3]) await appeal(await accuse(), { outcome: 'denied' })
    await accuse('recheck')
    await accuse()
    await appeal(await accuse('appeal'), { outcome: 'undecided' })
    expect(await readOnly()).toEqual({
      ...PASSES_ON,
      accused: 7,
      open: 1,
      clearedByVote: 1,
      clearedByLabelRemoval: 0,
      clearedByRecheck: 1,
      undecided: 1,
      denied: 3,
      decided: 4,
      overturned: 1,
      falsePositiveRate: 0.25,
      interval: { from: 0.0456, to: 0.6994 },
      isForReview: false,
    })
  })

  it('counts a case for each of its principal reasons, but not for points that are cut off', async () => {
    await appeal(await accuse('appeal', [PASSES_ON, FUNDING, CUT_OFF]), { outcome: 'upheld' })
    await appeal(await accuse(null, [FUNDING]), { outcome: 'denied' })
    const { cases, reasons } = await readOutcomes(context)
    expect(cases).toBe(2)
    expect(reasons.map(({ code, falsePositiveRate }) => [code, falsePositiveRate])).toEqual([
      ['funding_hop_0', 0.5],
      ['passes_on', 1],
    ])
  })

  it('counts a removed list entry against reasons that rest on the list alone', async () => {
    const address = await accuse('label_removed', [PASSES_ON, FUNDING])
    expect(await readReasons()).toMatchObject([
      { ...FUNDING, clearedByLabelRemoval: 1, overturned: 1, decided: 1, falsePositiveRate: 1 },
      {
        ...PASSES_ON,
        clearedByLabelRemoval: 1,
        overturned: 0,
        decided: 0,
        falsePositiveRate: null,
      },
    ])
    await appeal(address, { outcome: 'denied' })
    expect(await readReasons()).toMatchObject([
      { ...FUNDING, clearedByLabelRemoval: 1, falsePositiveRate: 1 },
      { ...PASSES_ON, denied: 1, falsePositiveRate: 0 },
    ])
  })
})

describe('a reason that is often overturned', () => {
  const decide = async (upheld: number, denied: number, reason: Reason = PASSES_ON) => {
    for (let i = 0; i < upheld; i += 1) {
      await appeal(await accuse('appeal', [reason]), { outcome: 'upheld' })
    }
    for (let i = 0; i < denied; i += 1) {
      await appeal(await accuse(null, [reason]), { outcome: 'denied' })
    }
  }

  it.each([
    [4, 0, false],
    [5, 0, true],
    [2, 3, true],
    [3, 7, false],
    [4, 9, true],
    [1, 4, false],
  ])(
    'by %i of the votes and confirmed by %i, is for review: %s',
    async (upheld, denied, isForReview) => {
      await decide(upheld, denied)
      expect(await readOnly()).toMatchObject({ decided: upheld + denied, isForReview })
    },
  )
})

test.each([
  [3, 10, { from: 0.1078, to: 0.6032 }],
  [0, 5, { from: 0, to: 0.4345 }],
  [5, 5, { from: 0.5655, to: 1 }],
  [300, 1_000, { from: 0.2724, to: 0.3291 }],
])('%i of %i', (successes, trials, interval) => {
  expect(computeWilsonInterval(successes, trials)).toEqual(interval)
})
