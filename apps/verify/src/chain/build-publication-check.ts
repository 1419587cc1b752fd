import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { PublishedRecord } from '@app/server/flow-access/read-published.ts'
import { mapFactors } from '@app/values/factor.ts'
import type { Check, Finding } from '../checks/check.ts'
import {
  findClaimDifference,
  findRecordDifference,
  type ScoreClaim,
} from '../checks/find-record-difference.ts'
import type { PastScoreSource } from '../create-past-score-source.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { findFirst } from '../votes/checks/find-first.ts'
import { readPublication } from './read-publication.ts'

/** Sources of published scores; `pastScores` is `null` without an API. */
export interface PublicationSources {
  flow: FlowReader
  pastScores: PastScoreSource | null
}

/** Builds the check that the published score of the address matches its evidence, as far as that is available. */
export function buildPublicationCheck(evidence: Evidence, sources: PublicationSources): Check {
  return {
    claim: 'The score published on the chain is this one, by an account appointed to publish.',
    find: () => findPublicationDifference(evidence, sources),
  }
}

async function findPublicationDifference(
  { file, address }: Evidence,
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
  { file, address }: Pick<Evidence, 'file' | 'address'>,
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
  { coverage }: Evidence['file'],
): string {
  const age = blockHeight > coverage.toHeight ? 'newer' : 'older'
  return `Published at height ${blockHeight} from ${age} evidence ${evidenceHash}: ${score}, ${level} (version ${version}).`
}

function toScoreClaim({ score, riskLevel, factors, version }: Evidence['file']): ScoreClaim {
  return {
    score,
    level: riskLevel,
    factors: mapFactors((factor) => factors[factor].value),
    version,
  }
}
