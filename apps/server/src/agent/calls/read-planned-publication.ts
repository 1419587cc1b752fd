import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import { judge } from '@app/score/judge.ts'
import { findRules } from '@app/score/version.ts'
import type { Address } from '@app/values/address.ts'
import { type Factor, mapFactors } from '@app/values/factor.ts'
import { BREAK_BELOW_SCORE, MIN_JUROR_SCORE, MIN_VOTER_SCORE } from '@app/values/limits.ts'
import type { NetworkReader } from '../../flow-access/read-contract.ts'
import {
  type PublishedRecord,
  readLiveRecords,
  readUncertainBreak,
} from '../../flow-access/read-published.ts'
import type { Context } from '../../runtime/context.ts'
import { readByEvidenceHash, type ScoreWithInputs } from '../../scorer/read-scores.ts'
import { isHalfRead, type StoredScore } from '../../scorer/stored-score.ts'

export type Publication = Pick<
  PublishedRecord,
  'score' | 'factors' | 'version' | 'evidenceHash' | 'blockHeight'
>

interface PublicationQuery {
  address: Address
  evidenceHash: string
  publisher: Address
}

/**
 * Reads what a publisher publishes of an account for the evidence of a stored score, or why it publishes nothing. The
 * values come from the scorer's table and the publisher's own record only, so no caller can publish others. Where a new
 * version of the score alone would take away the right to vote, what the version of the standing record says is published.
 */
export async function readPlannedPublication(
  { db, rules }: Pick<Context, 'db' | 'rules'>,
  reader: NetworkReader,
  { address, evidenceHash, publisher }: PublicationQuery,
): Promise<Publication | { problem: string; isMoot?: boolean }> {
  const stored = await readByEvidenceHash({ db }, { address, evidenceHash }, 'newest')
  if (stored === null)
    return { problem: `No score of ${address} rests on the evidence ${evidenceHash}.` }
  const publication = await keepRight(stored, reader, { rules, publisher })
  const { completeness } = stored.score.coverage
  const doubt = { address, publisher, score: publication.score, completeness }
  const problem = await readUncertainBreak(reader, doubt)
  return problem === null ? publication : { problem, isMoot: true }
}

async function keepRight(
  { score: stored, inputs }: ScoreWithInputs,
  reader: NetworkReader,
  { rules, publisher }: Pick<Context, 'rules'> & Pick<PublicationQuery, 'publisher'>,
): Promise<Publication> {
  const { address, score, version, evidenceHash, coverage, earlier } = stored
  const publication = {
    score,
    version,
    evidenceHash,
    factors: toValues(stored.factors),
    blockHeight: coverage.toHeight,
  }
  if (score >= MIN_VOTER_SCORE) return publication
  const records = await readLiveRecords(reader, address)
  const standing = records.find((record) => record.publisher === publisher)
  if (standing === undefined || keeps(standing, score)) return publication
  // While its blocks are read again, the record is renewed as it stands.
  if (isHalfRead(stored, inputs.chain) && !isKnownOtherwise(stored)) return standing
  if (standing.version === version) return publication
  const before = findRules(standing.version, rules)
  if (before === undefined) return publication
  const judged = judge(parseInputs(inputs), before)
  if (keeps(standing, judged.score)) {
    const { version: own, factors } = judged
    return { ...publication, score: judged.score, version: own, factors: toValues(factors) }
  }
  const isReread = earlier?.version === standing.version && keeps(standing, earlier.score)
  return isReread ? standing : publication
}

/** Whether more than its behaviour speaks against a wallet. */
const isKnownOtherwise = ({ reasons }: StoredScore): boolean =>
  reasons.some(
    ({ factor, points }) =>
      points < 0 && (factor === 'knownScamInteract' || factor === 'communitySignals'),
  )

const toValues = (factors: Record<Factor, { value: number }>): Record<Factor, number> =>
  mapFactors((factor) => factors[factor].value)

/** Scores from which on an account may vote, keeps its standing, and may vote on appeals. */
const RIGHTS = [MIN_VOTER_SCORE, BREAK_BELOW_SCORE, MIN_JUROR_SCORE]

/** Returns whether a score gives every right to vote that the standing record gives. */
const keeps = ({ score: standing }: PublishedRecord, score: number): boolean =>
  RIGHTS.every((least) => standing < least || score >= least)
