import { computeScore } from '@app/score/arithmetic.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import { SCORE_RULES, type ScoreRules } from '@app/score/version.ts'
import type { PublishedRecord } from '@app/server/flow-access/read-published.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import { mapFactors } from '@app/values/factor.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import { expect, it } from 'vitest'
import { type Finding, formatDifference } from '../check.ts'
import { buildSampleEvidence, SAMPLE_FACTS } from '../testing/build-sample-evidence.ts'
import { parseAndJudgeEvidence } from './evidence.ts'
import type { ScoreClaim } from './past-scores.ts'
import { comparePublications } from './publication-check.ts'

const NOBODY = { wallets: 0, weight: 0 }
const FACTS: Facts = {
  ...SAMPLE_FACTS,
  community: {
    ...{ visitorReports: 0, reports: NOBODY, trustedReports: NOBODY },
    ...{ vouches: NOBODY, trustedVouches: NOBODY },
    ...{ freezes: 0, appealsDenied: 1, appealsUpheld: 0 },
  },
}
const FILE = buildSampleEvidence(FACTS)
const { version, evidenceHash } = FILE
const [ONE, TWO] = [toTestAddress(11), toTestAddress(12)]
const OWN = mapFactors((factor) => FILE.factors[factor].value)

/** A record as the contract computes it from factors. */
function publish(
  factors: PublishedRecord['factors'],
  more: Partial<PublishedRecord> = {},
): PublishedRecord {
  const judged = mapFactors((name) => ({ value: factors[name], raw: factors[name], known: 0 }))
  const { score } = computeScore(judged)
  const claim = { score, level: toRiskLevel(score), factors, version, evidenceHash }
  return { ...claim, blockHeight: 3, publishedAtMs: 0, publisher: ONE, ...more }
}

const HONEST = publish(OWN)
const HIGH = publish(
  mapFactors(() => 9000),
  { evidenceHash: 'a'.repeat(64), publisher: TWO },
)
const LOW = publish(
  mapFactors(() => 1000),
  { evidenceHash: 'b'.repeat(64), publisher: TWO },
)
const PAST = publish(
  mapFactors(() => 5000),
  { evidenceHash: 'c'.repeat(64), version: '0.9.0' },
)
const OF_PAST = `Published at height 3 from older evidence ${PAST.evidenceHash}: 50, NORMAL (version 0.9.0).`
/** What the version before says of the same facts: a denied appeal counted then. */
const [BEFORE] = SCORE_RULES.earlier as [ScoreRules]
const { factors } = judge(FACTS, BEFORE)
const KEPT = publish(
  mapFactors((factor) => factors[factor].value),
  { version: BEFORE.version },
)
const OTHER_FACTORS = { ...PAST, factors: { ...PAST.factors, onchainAge: 5001 } }

interface Scene {
  records: PublishedRecord[]
  /** What the API has; `null`: there is no API. */
  past?: ScoreClaim | 'nothing' | null
  publishers?: (typeof ONE)[]
}

it.each<[string, Scene, string]>([
  ['is that of the evidence', { records: [HONEST] }, 'proven'],
  ['counts although another is higher', { records: [HIGH, HONEST] }, 'proven'],
  ['may be absent', { records: [] }, 'note: This address was never published.'],
  [
    'does not follow from its factors',
    { records: [HONEST, { ...HONEST, score: 1 }] },
    `WRONG: published[1].score should be ${HONEST.score}, but is 1.`,
  ],
  [
    'has another level than its score',
    { records: [{ ...PAST, level: 'TRUSTED' }] },
    'WRONG: published[0].level should be "NORMAL", but is "TRUSTED".',
  ],
  [
    'has other factors on the same evidence, by either publisher',
    { records: [HONEST, publish(HIGH.factors, { publisher: TWO })] },
    `WRONG: published[1].factors.txFrequency should be ${OWN.txFrequency}, but is 9000.`,
  ],
  [
    'is by another version on the same evidence',
    { records: [{ ...PAST, evidenceHash }] },
    `WRONG: published[0].version should be "${version}", but is "0.9.0".`,
  ],
  [
    'keeps to an earlier version on the same evidence',
    { records: [KEPT] },
    `note: The published score is by version ${KEPT.version}, of this evidence: ${KEPT.score}, ${KEPT.level}.`,
  ],
  [
    'claims an earlier version on the same evidence, with other factors',
    { records: [{ ...HIGH, version: KEPT.version, evidenceHash }] },
    `WRONG: published[0].factors.txFrequency should be ${OWN.txFrequency}, but is 9000.`,
  ],
  [
    'is older, and as stored',
    { records: [PAST], past: PAST },
    `note: ${OF_PAST} It is as the API has stored it.`,
  ],
  [
    'is older, and unknown',
    { records: [PAST] },
    `undecided: ${OF_PAST} The API has no such score.`,
  ],
  [
    'is older, without an API',
    { records: [PAST], past: null },
    `note: ${OF_PAST} It was not compared.`,
  ],
  [
    'is older, and stored otherwise',
    { records: [PAST], past: OTHER_FACTORS },
    'WRONG: published[0].factors.onchainAge should be 5001, but is 5000.',
  ],
  [
    'stands beside a lower one, which counts',
    { records: [LOW, HONEST] },
    `note: This score is published by an appointed account. What counts is the lowest one: 10, HIGH_RISK by ${TWO} (version ${version}).`,
  ],
  [
    'stands beside one of a dismissed publisher',
    { records: [LOW, HONEST], publishers: [ONE] },
    'proven',
  ],
  [
    'is of a dismissed publisher alone',
    { records: [HONEST], publishers: [] },
    'note: Only publishers that were dismissed published this address: their records count for nothing.',
  ],
])('a published score %s', async (_, scene, expected) => {
  const { records, past = 'nothing', publishers = [ONE, TWO] } = scene
  const evidence = parseAndJudgeEvidence(FILE)
  if ('path' in evidence) throw new Error(formatDifference(evidence))
  const found = past === 'nothing' ? null : past
  const api = past === null ? null : { source: 'The API', find: async () => found }
  const finding = await comparePublications(evidence, { records, publishers }, api)
  expect(formatFinding(finding)).toBe(expected)
})

function formatFinding(finding: Finding): string {
  if (finding === null) return 'proven'
  if ('because' in finding) return `undecided: ${finding.because}`
  return 'note' in finding ? `note: ${finding.note}` : `WRONG: ${formatDifference(finding)}`
}
