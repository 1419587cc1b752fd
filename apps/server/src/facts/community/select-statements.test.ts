import { computeCommunityFacts } from '@app/score/community/compute-community-facts.ts'
import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import {
  type CommunityRecord,
  type RecordedDecision,
  type SignedStatement,
  selectStatements,
} from './select-statements.ts'

const ANN = toTestAddress(1)
const EMPTY: CommunityRecord = { signed: [], unsigned: [], visitorReports: 0, decisions: [] }

const sign = (at: number, changes: Partial<SignedStatement> = {}): SignedStatement => ({
  kind: 'report',
  author: ANN,
  score: 60,
  isWithdrawn: false,
  at,
  height: at,
  txIndex: 0,
  txId: String(at).padStart(64, '0'),
  ...changes,
})
const report = (at: number, author: Address = ANN) => ({ author, score: 50, at })
const uphold = (closedAt: number): RecordedDecision => ({
  kind: 'appeal_upheld',
  caseId: 'case',
  closedAt,
  proposalId: 1,
})

const list = (record: Partial<CommunityRecord>) =>
  selectStatements({ ...EMPTY, ...record }).map(({ kind, score }) => [kind, score])

describe('of each author one statement counts', () => {
  it('the signed one instead of the unsigned, whichever is later', () => {
    for (const at of [1, 9]) {
      expect(list({ signed: [sign(5)], unsigned: [report(at)] })).toEqual([['report', 60]])
    }
  })

  it('the later of a signed report and a signed vouch', () => {
    const vouch = (at: number) => sign(at, { kind: 'vouch' })
    expect(list({ signed: [sign(5), vouch(7)] })).toEqual([['vouch', 60]])
    expect(list({ signed: [sign(7), vouch(5)] })).toEqual([['report', 60]])
    const sameBlock = vouch(5)
    expect(list({ signed: [{ ...sign(5), txIndex: 1 }, sameBlock] })).toEqual([['report', 60]])
  })

  it('none that is withdrawn, and then the one before it of the other kind', () => {
    const withdrawn = sign(7, { isWithdrawn: true })
    expect(list({ signed: [withdrawn] })).toEqual([])
    expect(list({ signed: [withdrawn, sign(5, { kind: 'vouch' })] })).toEqual([['vouch', 60]])
  })

  it('a signed withdrawal withdraws the unsigned report before it, not one after it', () => {
    const signed = [sign(7, { isWithdrawn: true })]
    expect(list({ signed, unsigned: [report(6)] })).toEqual([])
    expect(list({ signed, unsigned: [report(8)] })).toEqual([['report', 50]])
  })

  it('a withdrawn vouch withdraws no report', () => {
    const signed = [sign(7, { kind: 'vouch', isWithdrawn: true })]
    expect(list({ signed, unsigned: [report(6)] })).toEqual([['report', 50]])
  })
})

describe('an upheld appeal', () => {
  it('cancels the reports made until it was decided, not later ones, and no vouches', () => {
    const vouch = sign(3, { kind: 'vouch', author: toTestAddress(2) })
    const record = {
      ...EMPTY,
      signed: [sign(10, { author: toTestAddress(3) }), sign(11), vouch],
      unsigned: [report(10, toTestAddress(4)), report(11, toTestAddress(5))],
      decisions: [uphold(10)],
    }
    const facts = computeCommunityFacts(selectStatements(record), record.decisions)
    expect(facts).toMatchObject({
      reports: { wallets: 2, weight: 11_000 },
      vouches: { wallets: 1 },
      appealsUpheld: 1,
    })
  })
})

const author = fc.constantFrom(...[1, 2, 3].map(toTestAddress))
const statement = fc
  .record({
    kind: fc.constantFrom('report', 'vouch'),
    author,
    isWithdrawn: fc.boolean(),
    score: fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10),
    at: fc.nat(1_000),
  })
  .map(({ at, ...changes }) => sign(at, { ...changes, txIndex: changes.author.charCodeAt(17) }))
const signedLists = fc.uniqueArray(statement, {
  selector: ({ author: who, kind }) => `${who} ${kind}`,
  maxLength: 6,
})
const unsignedLists = fc.uniqueArray(fc.record({ author, score: fc.nat(100), at: fc.nat(1_000) }), {
  selector: (one) => one.author,
  maxLength: 3,
})

it('the facts do not depend on the order of rows, and no author counts twice', () => {
  fc.assert(
    fc.property(signedLists, unsignedLists, fc.nat(1_000), (signed, unsigned, closedAt) => {
      fc.pre(new Set(signed.map(({ at }) => at)).size === signed.length)
      const decisions = [uphold(closedAt), { ...uphold(closedAt + 5), caseId: 'other' }]
      const compute = (record: CommunityRecord) =>
        computeCommunityFacts(selectStatements(record), record.decisions)
      const facts = compute({ signed, unsigned, decisions, visitorReports: 2 })
      const reversed = {
        signed: signed.toReversed(),
        unsigned: unsigned.toReversed(),
        decisions: decisions.toReversed(),
        visitorReports: 2,
      }
      expect(compute(reversed)).toEqual(facts)
      const { reports, trustedReports, vouches, trustedVouches } = facts
      const counted = [reports, trustedReports, vouches, trustedVouches]
      const authors = new Set([...signed, ...unsigned].map((one) => one.author))
      expect(counted.reduce((sum, { wallets }) => sum + wallets, 0)).toBeLessThanOrEqual(
        authors.size,
      )
    }),
  )
})
