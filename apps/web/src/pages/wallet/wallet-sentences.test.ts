import type { Protection } from '@app/api/schemas/protection.ts'
import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import { arbitraryWallet } from '@app/score/testing/arbitrary-facts.ts'
import { toScoreResult } from '@app/server/scorer/to-score-result.ts'
import { toAddress } from '@app/values/address.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeMeaning, describePaths } from '../../features/path/paths-panel.tsx'
import { describeProtection } from '../../features/protection/describe-protection.ts'
import {
  describeCounterpartyAdvice,
  describeOwnerAdvice,
} from '../../features/score/advice/describe-advice.ts'
import { describeConfidence } from '../../features/score/score-details.tsx'
import { findContradictions } from '../../testing/find-contradictions.ts'
import { describeSituation } from './describe-situation.ts'

const NOW_MS = Date.UTC(2026, 2, 10, 12)
const TIME = new Date(NOW_MS - 3_600_000).toISOString()
const LATER = new Date(NOW_MS + 3_600_000).toISOString()
const NOTHING_HELD = buildNothingHeld()
const { address } = NOTHING_HELD

const statement: NonNullable<Protection['accusation']>['statement'] = {
  score: 27,
  riskLevel: 'HIGH_RISK',
  range: { from: 20, to: 34 },
  confidence: 0.8,
  version: '1.3.0',
  reasons: [],
  evidenceKinds: ['listed'],
  isAutomated: true,
}
const about = { caseId: 'case-1', reasonCode: 'behaviour', since: TIME }
const label = {
  source: 'a list',
  kind: 'scam',
  reason: null,
  since: TIME,
  confidence: 0.9,
  contact: null,
}
const freeze = {
  number: 2,
  since: TIME,
  renewedAt: TIME,
  until: LATER,
  overruledAt: null,
  proposalId: 3,
}
const appeal = { id: 5, number: 1, openedAt: TIME, deadline: LATER }

const optional = <T>(value: T) => fc.constantFrom(null, value)

/** What stands against a wallet in any of its states: warned, flagged, frozen, protected, appealed, listed, cleared. */
const standing = fc.record({
  accusation: optional({ ...about, statement }),
  flag: optional({ ...about, number: 1, flagger: address }),
  freeze: fc.constantFrom(
    null,
    { ...freeze, isProtection: true },
    { ...freeze, isProtection: false },
  ),
  appeals: fc.constantFrom(
    [],
    ...(['open', 'upheld', 'denied', 'undecided', 'void'] as const).map((outcome) => [
      { ...appeal, against: 'flag' as const, outcome },
    ]),
  ),
  remedies: fc.subarray([
    { kind: 'appeal_flag', until: null, text: 'Appeal' } as const,
    { kind: 'owner_statement', until: null, text: 'State' } as const,
  ]),
})
const path = fc.constantFrom(
  null,
  ...(['robbed_by_listed', 'funded_by_listed', 'paid_listed'] as const).map((relation) => ({
    relation,
    transfers: [],
  })),
)

/** Any wallet, also with money from an unseen source. */
const wallet: fc.Arbitrary<Facts> = fc
  .tuple(arbitraryWallet, fc.option(fc.bigInt({ min: 1n, max: 10n ** 12n }), { nil: undefined }))
  .map(([facts, unseen]) => ({ ...facts, ...(unseen !== undefined && { unseen }) }))

/** A wallet as the engine judges it and the API answers it, with what stands against it, and every sentence about it. */
const page = fc.tuple(wallet, standing, path).map(([facts, held, found]) => {
  const { reasons, ...judgement } = judge(facts)
  const result = {
    ...toScoreResult({
      ...judgement,
      reasons: reasons.map(({ evidence: pointer, ...one }) => ({ ...one, pointer, evidence: [] })),
      address: toAddress(address),
      seq: 1,
      earlier: null,
      coverage: { fromHeight: 1, toHeight: 2, completeness: facts.completeness / 10_000 },
      evidenceHash: 'e'.repeat(64),
      computedAtMs: NOW_MS,
    }),
  }
  const isListed = facts.listing !== null
  const protection: Protection = { ...NOTHING_HELD, ...held, labels: isListed ? [label] : [] }
  const lists = { isLoaded: facts.contacts !== null || isListed, isListed }
  const paths = { paths: found === null ? [] : [found], accounts: [], lists }
  const situation = describeSituation(result, protection, NOW_MS)
  const lines = describeProtection(protection, NOW_MS, result.metadata.flags)
  const advice = [describeCounterpartyAdvice(situation), describeOwnerAdvice(situation)]
  const sentences = [
    ...lines.flatMap(({ text, effect = '', details = [] }) => [text, effect, ...details]),
    result.verdict,
    ...Object.values(result.findings),
    ...result.reasons.map(({ text }) => text),
    ...describePaths(paths, result),
    ...paths.paths.map((one) => describeMeaning(one, result) ?? ''),
    describeConfidence(result.metadata),
    ...advice.map(({ summary }) => summary),
  ]
  return { sentences, lines, protection, advice }
})

const PATIENT = { timeout: 60_000 }

test('the sentences about a wallet in any state do not contradict each other', PATIENT, () => {
  fc.assert(
    fc.property(page, ({ sentences, lines, protection, advice: [, owner] }) => {
      expect(findContradictions(sentences), sentences.join('\n')).toEqual([])
      const frozen = lines.filter(({ text }) => /^(Frozen|Protected) by vote/.test(text))
      expect(frozen.map(({ effect }) => effect?.slice(0, 31))).toEqual(
        protection.freeze === null ? [] : ['A Flow contract cannot freeze w'],
      )
      const can = (kind: string) => protection.remedies.some((remedy) => remedy.kind === kind)
      if (owner?.summary.startsWith('Appeal: ')) expect(can('appeal_flag')).toBe(true)
      if (owner?.summary.startsWith('State your side')) expect(can('owner_statement')).toBe(true)
    }),
  )
})
