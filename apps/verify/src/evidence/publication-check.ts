import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { computeScore } from '@app/score/arithmetic.ts'
import { judge } from '@app/score/judge.ts'
import { findRules } from '@app/score/version.ts'
import {
  type PublishedRecord,
  readLiveRecords,
  readPublishedHistory,
} from '@app/server/flow-access/read-published.ts'
import type { Address } from '@app/values/address.ts'
import { mapFactors } from '@app/values/factor.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import { type Difference, type Finding, findFirst, findFirstDifference } from '../check.ts'
import type { ParsedEvidence } from './evidence.ts'
import type { PastScoreSource, ScoreClaim } from './past-scores.ts'

type Evidence = Pick<ParsedEvidence, 'file' | 'address' | 'facts'>

/** Checks that the published score of the address matches its evidence, as far as that is available. */
export async function findPublicationFinding(
  evidence: Evidence,
  { flow, pastScores }: { flow: FlowReader; pastScores: PastScoreSource | null },
): Promise<Finding> {
  const { file, address } = evidence
  const reader = { flow, network: file.network }
  const records = await readPublishedHistory(reader, address)
  if (records === null) {
    return { note: `No score is published: DharmaScore is not deployed on ${file.network}.` }
  }
  const publishers = (await readLiveRecords(reader, address)).map(({ publisher }) => publisher)
  return await comparePublications(evidence, { records, publishers }, pastScores)
}

interface Publications {
  /** All kept ones, newest first, also those of dismissed publishers. */
  records: readonly PublishedRecord[]
  /** Those that are appointed. */
  publishers: readonly Address[]
}

/** Compares what was published with the evidence, or with the past score that it is of; `pastScores` is `null` without an API. */
export async function comparePublications(
  evidence: Evidence,
  { records, publishers }: Publications,
  pastScores: PastScoreSource | null,
): Promise<Finding> {
  const { file } = evidence
  if (records.length === 0) return { note: 'This address was never published.' }
  const wrong = findRecordDifference(records)
  if (wrong !== null) return wrong
  const live = publishers
    .flatMap((publisher) => records.find((record) => record.publisher === publisher) ?? [])
    .sort((a, b) => a.score - b.score)
  const [counting] = live
  if (counting === undefined) return { note: ONLY_DISMISSED }
  const compare = (claim: ScoreClaim, record: PublishedRecord) =>
    findClaimDifference(`published[${records.indexOf(record)}]`, claim, record)
  const { evidenceHash, version, riskLevel: level } = file
  const own = { ...file, level, factors: mapFactors((factor) => file.factors[factor].value) }
  const same = live.filter((one) => one.evidenceHash === evidenceHash && one.version === version)
  if (same.length > 0) {
    const note = same.includes(counting) ? null : { note: formatLower(counting) }
    return findFirst(same, (record) => compare(own, record)) ?? note
  }
  const expected = await findExpected(evidence, counting, pastScores)
  if (expected !== null) {
    return compare(expected.claim ?? own, counting) ?? { note: expected.note }
  }
  const published = formatPublished(counting, file)
  return pastScores === null
    ? { note: `${published} It was not compared.` }
    : { because: `${published} ${pastScores.source} has no such score.` }
}

/** Finds what a record must say that is not of this version and evidence; without a claim, the same as the file. */
async function findExpected(
  { file, address, facts }: Evidence,
  record: PublishedRecord,
  pastScores: PastScoreSource | null,
): Promise<{ claim: ScoreClaim | null; note: string } | null> {
  const past = (await pastScores?.find(address, record)) ?? null
  if (past !== null)
    return { claim: past, note: `${formatPublished(record, file)} It is as the API has stored it.` }
  if (record.evidenceHash !== file.evidenceHash) return null
  return { claim: judgeByVersion(facts, record.version), note: formatKept(record) }
}

/** A record that keeps a right to vote is of the version of the record before it (docs/build/scoring.md, Versions). */
function judgeByVersion(facts: ParsedEvidence['facts'], version: string): ScoreClaim | null {
  const rules = findRules(version)
  if (rules === undefined) return null
  const { factors, score, riskLevel: level } = judge(facts, rules)
  return { version, factors: mapFactors((factor) => factors[factor].value), score, level }
}

const ONLY_DISMISSED =
  'Only publishers that were dismissed published this address: their records count for nothing.'

const formatLower = ({ score, level, publisher, version }: PublishedRecord): string =>
  `This score is published by an appointed account. What counts is the lowest one: ${score}, ${level} by ${publisher} (version ${version}).`

const formatKept = ({ score, level, version }: PublishedRecord): string =>
  `The published score is by version ${version}, of this evidence: ${score}, ${level}.`

function formatPublished(
  { score, level, blockHeight, evidenceHash, version }: PublishedRecord,
  { coverage }: ParsedEvidence['file'],
): string {
  const age = blockHeight > coverage.toHeight ? 'newer' : 'older'
  return `Published at height ${blockHeight} from ${age} evidence ${evidenceHash}: ${score}, ${level} (version ${version}).`
}

/** Checks that each published score follows from its factors. */
const findRecordDifference = (records: readonly PublishedRecord[]): Difference | null =>
  findFirst(records, ({ factors, score, level }, index) => {
    const judged = mapFactors((name) => ({ value: factors[name], raw: factors[name], known: 0 }))
    const expected = computeScore(judged).score
    return findFirstDifference(
      `published[${index}]`,
      { score: expected, level: toRiskLevel(expected) },
      { score, level },
    )
  })

/** The version comes first: if it differs, so may everything else. */
const findClaimDifference = (path: string, claim: ScoreClaim, record: ScoreClaim) =>
  findFirstDifference(path, pickClaim(claim), pickClaim(record))

const pickClaim = ({ version, factors, score, level }: ScoreClaim): ScoreClaim => ({
  ...{ version, factors, score, level },
})
