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
import { type PublishedRecords, readPublication } from './read-publication.ts'

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
  const difference = findRecordDifference(publication)
  if (difference !== null) return difference
  const { latest } = publication
  const isThis = latest.evidenceHash === evidenceHash && latest.version === version
  if (isThis) return findClaimDifference(toScoreClaim(file), latest)
  return await compareWithPastScore({ file, address }, publication, pastScores)
}

/** Compares a published score that is based on other evidence than the file. */
async function compareWithPastScore(
  { file, address }: Pick<Evidence, 'file' | 'address'>,
  { latest }: PublishedRecords,
  pastScores: PastScoreSource | null,
): Promise<Finding> {
  const past = (await pastScores?.find(address, latest)) ?? null
  if (past !== null) {
    const difference = findClaimDifference(past, latest)
    return difference ?? { note: `${formatPublished(latest, file)} ${SAME_AS_STORED}` }
  }
  if (latest.evidenceHash === file.evidenceHash)
    return findClaimDifference(toScoreClaim(file), latest)
  if (pastScores === null) return { note: `${formatPublished(latest, file)} It was not compared.` }
  return { because: `${formatPublished(latest, file)} ${pastScores.source} has no such score.` }
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
