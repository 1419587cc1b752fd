import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { computeScore } from '@app/score/arithmetic.ts'
import type { NetworkReader } from '@app/server/flow-access/read-contract.ts'
import {
  type PublishedRecord,
  readLiveRecords,
  readPublishedHistory,
} from '@app/server/flow-access/read-published.ts'
import type { Address } from '@app/values/address.ts'
import { FACTORS, type Factor, mapFactors } from '@app/values/factor.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import {
  type Check,
  type Difference,
  type Finding,
  findFirst,
  findFirstDifference,
} from '../check.ts'
import type { ParsedEvidence } from './evidence.ts'
import type { PastScoreSource, ScoreClaim } from './past-scores.ts'

/** Sources of published scores; `pastScores` is `null` without an API. */
export interface PublicationSources {
  flow: FlowReader
  pastScores: PastScoreSource | null
}

/** Builds the check that the published score of the address matches its evidence, as far as that is available. */
export function buildPublicationCheck(
  evidence: ParsedEvidence,
  sources: PublicationSources,
): Check {
  return {
    claim: 'The score published on the chain is this one, by an account appointed to publish.',
    find: () => findPublicationDifference(evidence, sources),
  }
}

async function findPublicationDifference(
  { file, address }: ParsedEvidence,
  { flow, pastScores }: PublicationSources,
): Promise<Finding> {
  const { network, evidenceHash, version } = file
  const publication = await readPublication({ flow, network }, address)
  if (publication === 'not deployed') {
    return { note: `No score is published: DharmaScore is not deployed on ${network}.` }
  }
  if (publication === 'never published') return { note: 'This address was never published.' }
  const { records, live } = publication
  const difference = findRecordDifference(records)
  if (difference !== null) return difference
  const [counting] = live
  if (counting === undefined) return { note: ONLY_DISMISSED }
  const same = live.filter((one) => one.evidenceHash === evidenceHash && one.version === version)
  if (same.length === 0) {
    return await compareWithPastScore({ file, address }, { counting, records }, pastScores)
  }
  const wrong = findFirst(same, (one) => findClaimDifference(toScoreClaim(file), one, records))
  return wrong ?? (same.includes(counting) ? null : { note: formatLower(counting) })
}

const ONLY_DISMISSED =
  'Only publishers that were dismissed published this address: their records count for nothing.'

const formatLower = ({ score, level, publisher, version }: PublishedRecord): string =>
  `This score is published by an appointed account. What counts is the lowest one: ${score}, ${level} by ${publisher} (version ${version}).`

/** Compares the published score that counts, which is based on other evidence than the file. */
async function compareWithPastScore(
  { file, address }: Pick<ParsedEvidence, 'file' | 'address'>,
  { counting, records }: { counting: PublishedRecord; records: readonly PublishedRecord[] },
  pastScores: PastScoreSource | null,
): Promise<Finding> {
  const published = formatPublished(counting, file)
  const past = (await pastScores?.find(address, counting)) ?? null
  if (past !== null) {
    const difference = findClaimDifference(past, counting, records)
    return difference ?? { note: `${published} ${SAME_AS_STORED}` }
  }
  if (counting.evidenceHash === file.evidenceHash)
    return findClaimDifference(toScoreClaim(file), counting, records)
  if (pastScores === null) return { note: `${published} It was not compared.` }
  return { because: `${published} ${pastScores.source} has no such score.` }
}

const SAME_AS_STORED = 'Score, level and factors match those that the API has stored for it.'

function formatPublished(
  { score, level, blockHeight, evidenceHash, version }: PublishedRecord,
  { coverage }: ParsedEvidence['file'],
): string {
  const age = blockHeight > coverage.toHeight ? 'newer' : 'older'
  return `Published at height ${blockHeight} from ${age} evidence ${evidenceHash}: ${score}, ${level} (version ${version}).`
}

function toScoreClaim({ score, riskLevel, factors, version }: ParsedEvidence['file']): ScoreClaim {
  return {
    score,
    level: riskLevel,
    factors: mapFactors((factor) => factors[factor].value),
    version,
  }
}

/** The contract's records of a published address. */
interface PublishedRecords {
  /** All kept ones, newest first, also those of dismissed publishers. */
  records: PublishedRecord[]
  /** Those of `records` that are the latest of a live publisher, lowest score first: the first one counts. */
  live: PublishedRecord[]
}

/** Reads the records at the latest sealed block, or returns why there are none. */
async function readPublication(
  reader: NetworkReader,
  address: Address,
): Promise<PublishedRecords | 'not deployed' | 'never published'> {
  const records = await readPublishedHistory(reader, address)
  if (records === null) return 'not deployed'
  if (records.length === 0) return 'never published'
  const publishers = (await readLiveRecords(reader, address)).map(({ publisher }) => publisher)
  const live = publishers.flatMap((one) => records.find(({ publisher }) => publisher === one) ?? [])
  return { records, live: live.sort((a, b) => a.score - b.score) }
}

/** Checks that each published score follows from its factors. */
export function findRecordDifference(records: readonly PublishedRecord[]): Difference | null {
  const differences = records.map(findArithmeticDifference)
  return differences.find((difference) => difference !== null) ?? null
}

/** Checks that one of the published records has the expected values. */
function findClaimDifference(
  expected: ScoreClaim,
  record: PublishedRecord,
  records: readonly PublishedRecord[],
): Difference | null {
  const { version, factors, score, level } = record
  return findFirstDifference(
    `published[${records.indexOf(record)}]`,
    orderFields(expected),
    orderFields({ version, factors, score, level }),
  )
}

function findArithmeticDifference({ factors, score, level }: PublishedRecord, index: number) {
  const expected = computeScoreFromValues(factors)
  return findFirstDifference(
    `published[${index}]`,
    { score: expected, level: toRiskLevel(expected) },
    { score, level },
  )
}

function computeScoreFromValues(factors: Record<Factor, number>): number {
  const judged = FACTORS.map((factor) => [
    factor,
    { value: factors[factor], raw: factors[factor], known: 0 },
  ])
  return computeScore(Object.fromEntries(judged)).score
}

/** Puts the version first: if it differs, so may everything else. */
function orderFields({ version, factors, score, level }: ScoreClaim): ScoreClaim {
  return { version, factors, score, level }
}
