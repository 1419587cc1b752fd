import type { CommunityReasonCode } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordReport, withdrawReport } from '../../labels/write-report.ts'
import { openFileContext } from '../../testing/create-test-context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { loadEvidence } from '../load-evidence.ts'
import { loadCommunity } from './load-community.ts'

const [TARGET, ANN, BEN] = [toTestAddress(1), toTestAddress(2), toTestAddress(3)]
const NO_WALLETS = { wallets: 0, weight: 0 }
const NOTHING = {
  visitorReports: 0,
  reports: NO_WALLETS,
  trustedReports: NO_WALLETS,
  vouches: NO_WALLETS,
  trustedVouches: NO_WALLETS,
  freezes: 0,
  appealsDenied: 0,
  appealsUpheld: 0,
}
const BUDGET = { perReporter: 1_000, total: 1_000 }
/** Unix seconds of block time. */
const START = 1_800_000_000

const context = await openFileContext()
beforeEach(() =>
  context.pool.query(
    ['label_report', 'dao_report', 'dao_freeze', 'dao_appeal', 'dao_proposal', 'dao_proposal_state']
      .map((table) => `delete from ${table}`)
      .join(';'),
  ),
)

const load = () => loadCommunity(context.db, TARGET)

interface UnsignedReport {
  at?: number
  /** `null`: a visitor. */
  score?: number | null
}

async function report(who: Address | string, { at = 1, score = null }: UnsignedReport = {}) {
  const reporter =
    score === null
      ? ({ kind: 'visitor', client: who } as const)
      : ({ kind: 'wallet', address: who as Address, score } as const)
  const content = { reason: 'a reason', reasonHash: 'a'.repeat(64), caseId: null }
  const atMs = (START + at) * 1000
  await context.db
    .transaction()
    .execute((db) => recordReport(db, { target: TARGET, reporter, ...content, atMs }, BUDGET))
}

interface Signed {
  kind?: 'report' | 'vouch'
  at?: number
  tenths?: number | null
  isWithdrawn?: boolean
}

async function sign(person: Address, signed: Signed = {}): Promise<void> {
  const { kind = 'report', at = 1, tenths = 800, isWithdrawn = false } = signed
  await context.db
    .insertInto('dao_report')
    .values({
      address: TARGET,
      person,
      kind,
      sequence: 1,
      is_withdrawn: isWithdrawn,
      reason_hash: null,
      score_tenths: tenths,
      at: START + at,
      height: at,
      tx_index: 0,
      event_index: 0,
      tx_id: String(at).padStart(64, 'a'),
    })
    .execute()
}

async function freeze(number: number, caseId: string | null): Promise<void> {
  await context.pool.query(
    `insert into dao_freeze (address, number, proposal_id, since, renewed_at, flag_case_id)
     values ($1, $2, $2, 1, 1, $3)`,
    [TARGET, number, caseId],
  )
  await context.pool.query(
    `insert into dao_proposal_state (proposal_id, height, stored_status, executed_tx_id)
     values ($1, $2, 'executed', $3)`,
    [number, 100 + number, String(number).padStart(64, 'f')],
  )
}

interface Appeal {
  caseId?: string
  freezeNumber?: number
  at?: number
}

async function decide(
  id: number,
  outcome: string | null,
  { caseId, freezeNumber, at = 50 }: Appeal,
) {
  await context.pool.query(
    `insert into dao_appeal (id, address, case_id, freeze_number, outcome, closed_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, TARGET, caseId ?? null, freezeNumber ?? null, outcome, START + at],
  )
  await context.pool.query(
    `insert into dao_proposal (id, action, target, proposer, rank, is_appeal, title, description, reason,
       reason_hash, created_at, voting_ends_at, executable_until, height, tx_id)
     values ($1, 'unfreeze', $2, $2, 'other', true, '', '', '', '', 1, 2, 3, $3, $4)`,
    [id, TARGET, 200 + id, String(id).padStart(64, 'e')],
  )
}

describe('nothing', () => {
  it('is collected about an account of which nobody spoke', async () => {
    expect(await load()).toBeNull()
  })

  it('remains of reports that were withdrawn', async () => {
    await report('somebody')
    expect(await load()).toEqual({ ...NOTHING, visitorReports: 1 })
    const withdrawal = {
      target: TARGET,
      reporter: { kind: 'visitor', client: 'somebody' },
    } as const
    await context.db
      .transaction()
      .execute((db) => withdrawReport(db, { ...withdrawal, atMs: (START + 2) * 1000 }))
    await sign(ANN, { isWithdrawn: true, tenths: null })
    expect(await load()).toBeNull()
  })

  it('is what wallets below 45, or of unknown score, can add', async () => {
    for (let number = 10; number < 40; number += 1) {
      await sign(toTestAddress(number), { tenths: number % 2 ? 449 : null })
      await report(toTestAddress(number + 100), { score: 44.9 })
      await sign(toTestAddress(number + 200), { tenths: 449, kind: 'vouch' })
    }
    expect(await load()).toBeNull()
  })

  it('is changed by a protection by vote, or by an appeal against it', async () => {
    await freeze(1, null)
    await decide(1, 'denied', { freezeNumber: 1 })
    expect(await load()).toBeNull()
  })

  it('is decided by an appeal that is open or undecided', async () => {
    await decide(1, null, { caseId: 'c' })
    await decide(2, 'undecided', { caseId: 'd' })
    expect(await load()).toBeNull()
  })
})

describe('the community', () => {
  it('consists of visitors, unsigned and signed statements, each author once', async () => {
    await report('one')
    await report('two')
    await report(ANN, { score: 60 })
    await report(BEN, { score: 52 })
    await sign(ANN, { tenths: 810 })
    await sign(toTestAddress(9), { kind: 'vouch', tenths: 700 })
    expect(await load()).toEqual({
      ...NOTHING,
      visitorReports: 2,
      reports: { wallets: 1, weight: 5_200 },
      trustedReports: { wallets: 1, weight: 8_100 },
      vouches: { wallets: 1, weight: 7_000 },
    })
  })

  it('decided on freezes and appeals, by the case of the flag', async () => {
    await freeze(1, 'c')
    await freeze(2, 'd')
    await decide(1, 'denied', { freezeNumber: 2 })
    expect(await load()).toEqual({ ...NOTHING, freezes: 2, appealsDenied: 1 })
  })

  it('cancels by an upheld appeal its freeze and every report until then', async () => {
    await freeze(1, 'c')
    await report('before', { at: 50 })
    await report('after', { at: 51 })
    await report(ANN, { at: 50, score: 80 })
    await sign(BEN, { at: 50 })
    await decide(1, 'upheld', { freezeNumber: 1, at: 50 })
    expect(await load()).toEqual({ ...NOTHING, visitorReports: 1, appealsUpheld: 1 })
  })
})

describe('evidence', () => {
  const cite = async (row: CommunityReasonCode) => {
    const pointer = { kind: 'reports', row } as const
    const items = await loadEvidence(context, TARGET, { pointer, limit: 5 })
    return items.map(({ height, counterparty }) => [height, counterparty])
  }

  it('of statements is their transactions with the author, newest first', async () => {
    await report('somebody')
    await sign(ANN, { at: 3 })
    await sign(BEN, { at: 4 })
    await sign(toTestAddress(9), { at: 5, tenths: 600 })
    await sign(toTestAddress(8), { at: 6, kind: 'vouch' })
    expect(await cite('trusted_reports')).toEqual([
      [4, BEN],
      [3, ANN],
    ])
    expect(await cite('reports')).toEqual([[5, toTestAddress(9)]])
    expect(await cite('trusted_vouches')).toEqual([[6, toTestAddress(8)]])
    expect(await cite('vouches')).toEqual([])
    expect(await cite('visitor_reports')).toEqual([])
  })

  it('of decisions is the execution of the freeze, and the opening of the appeal', async () => {
    await freeze(1, 'c')
    await freeze(2, null)
    await decide(1, 'denied', { caseId: 'c' })
    expect(await cite('freezes')).toEqual([[101, undefined]])
    expect(await cite('appeals_denied')).toEqual([[201, undefined]])
  })

  it('leaves out what an upheld appeal cancelled', async () => {
    await freeze(1, 'c')
    await sign(ANN, { at: 3 })
    await decide(1, 'upheld', { caseId: 'c' })
    expect([await cite('freezes'), await cite('trusted_reports')]).toEqual([[], []])
  })
})
