import { EVIDENCE_FORMAT, type EvidenceFile } from '@app/api/schemas/score.ts'
import {
  computeEvidenceHash,
  computeListHash,
  toCanonicalFacts,
} from '@app/score/canonical/evidence-hash.ts'
import { createEmptyActivity, createEmptyFacts, createEmptyToken } from '@app/score/empty-facts.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import { SCORE_RULES, type ScoreRules } from '@app/score/version.ts'
import { FLOW, toTestAddress } from '@app/server/testing/ledger.ts'
import { toAccountIndex } from '@app/values/account-index.ts'

export const [ALICE, THIEF] = [toTestAddress(1), toTestAddress(2)]
const SHOP = toTestAddress(3)

const PASS_COLLECTION = 'A.f8d6e0586b0a20c7.GardenPass.Collection'

const LISTS = { scam: [THIEF], service: [SHOP] }

const MOVES = {
  transfersIn: 9,
  transfersOut: 14,
  senders: 4,
  recipients: 3,
  firstSeconds: 1_700_000_000,
  lastSeconds: 1_702_000_000,
  activeDays: 12,
  activeHours: 20,
  daysIn: 8,
  daysOut: 9,
  daysBoth: 5,
  busiestDay: 4,
}

/** Facts of a wallet that received payments from a thief and sent most of them on. */
export const SAMPLE_FACTS: Facts = {
  ...createEmptyFacts(),
  address: ALICE,
  asOfSeconds: 1_702_000_000,
  age: {
    creationIndex: toAccountIndex(ALICE, 'local') ?? 0,
    accountCount: 400,
    createdSeconds: 1_699_000_000,
  },
  activity: { ...createEmptyActivity(), ...MOVES },
  tokens: [
    {
      ...createEmptyToken(FLOW),
      ...MOVES,
      received: 98_765_432_100n,
      sent: 91_234_567_800n,
      largestReceived: 50_000_000_000n,
      largestSent: 60_000_000_000n,
      sweptSameHour: 40_000_000_000n,
      sweptSameDay: 71_000_000_000n,
    },
  ],
  holdings: [
    { collection: PASS_COLLECTION, count: 3, isSelfMinted: false, firstDepositSeconds: null },
  ],
  contacts: {
    listedCount: 1,
    listHash: computeListHash(LISTS),
    entries: [
      {
        hop: 0,
        token: FLOW,
        counterparties: 1,
        transfersIn: 5,
        unitsIn: 60_000_000_000n,
        transfersOut: 0,
        unitsOut: 0n,
        transfersSwept: 0,
        unitsSwept: 0n,
      },
    ],
  },
}

/**
 * Builds the evidence file of a wallet, as the API exports it, by default by the present version. Every reason cites one
 * payment of the thief.
 */
export function buildSampleEvidence(
  facts: Facts = SAMPLE_FACTS,
  rules: ScoreRules = SCORE_RULES.current,
): EvidenceFile {
  const { reasons, factors, ...judgement } = judge(facts, rules)
  const { chain, offchain } = toCanonicalFacts(facts)
  return {
    format: EVIDENCE_FORMAT,
    address: facts.address,
    network: 'local',
    computedAt: '2026-03-01T12:00:00.000Z',
    ...judgement,
    factors,
    reasons: reasons.map(({ evidence: pointer, ...rest }) => ({
      ...rest,
      pointer,
      evidence: [{ txId: 'ab'.repeat(32), height: 7, counterparty: THIEF }],
    })),
    coverage: { fromHeight: 0, toHeight: 20, completeness: facts.completeness / 10_000 },
    inputs: { chain: JSON.parse(chain), offchain: JSON.parse(offchain) },
    lists: { scam: [...LISTS.scam], service: [...LISTS.service] },
    evidenceHash: computeEvidenceHash(facts),
  }
}
