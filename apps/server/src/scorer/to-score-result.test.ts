import { createEmptyFacts } from '@app/score/empty-facts.ts'
import type { CommunityFacts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import { arbitraryWallet } from '@app/score/testing/arbitrary-facts.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toTestAddress } from '../testing/ledger.ts'
import { toScoreResult } from './to-score-result.ts'

type Facts = Parameters<typeof judge>[0]

/** Judges a wallet, and returns its score as the API answers it. */
function answer(facts: Facts) {
  const { reasons, ...judgement } = judge(facts)
  return toScoreResult({
    ...judgement,
    reasons: reasons.map(({ evidence: pointer, ...reason }) => ({
      ...reason,
      pointer,
      evidence: [],
    })),
    address: toTestAddress(1),
    seq: 1,
    earlier: null,
    coverage: { fromHeight: 1, toHeight: 2, completeness: 1 },
    evidenceHash: 'e'.repeat(64),
    computedAtMs: 0,
  })
}

const NOTHING = { wallets: 0, weight: 0 }
const community: CommunityFacts = {
  visitorReports: 1,
  reports: NOTHING,
  trustedReports: NOTHING,
  vouches: NOTHING,
  trustedVouches: NOTHING,
  freezes: 0,
  appealsDenied: 0,
  appealsUpheld: 0,
}

it('a report that moves no score is not said not to exist', () => {
  const { findings } = answer({ ...createEmptyFacts(), community })
  expect(findings.communitySignals).toBe('No reports or decisions that move the score')
})

it('of any wallet says no finding that there is nothing where a reason counts it', () => {
  fc.assert(
    fc.property(arbitraryWallet, (facts) => {
      const { findings, reasons } = answer(facts)
      const against = (factor: string) =>
        reasons.filter((reason) => reason.factor === factor && reason.points < 0)
      expect(findings.communitySignals).not.toMatch(/^No reports or decisions$/)
      if (against('communitySignals').length > 0)
        expect(findings.communitySignals).not.toMatch(/^No /)
      if (against('knownScamInteract').length > 0) {
        expect(findings.knownScamInteract).not.toMatch(/^(None found|Not checked)/)
      }
      if (facts.listing !== null) expect(findings.knownScamInteract).toBe('On a scam list')
    }),
  )
})
