import { EVIDENCE_FORMAT, type EvidenceFile } from '@app/api/evidence-file.ts'
import { type Lists, listHashOf } from '@app/score/canonical/list-hash.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type { Context } from '../../context.ts'
import { readLists } from '../../labels/read-lists.ts'
import { latestWithInputs, type ScoreWithInputs } from '../../scorer/read-inputs.ts'
import { ApiFailure } from '../http/api-failure.ts'
import { currentScore } from './current-score.ts'

/** Everything that the current score of an account rests on. Throws `not_ready` while the lists change. */
export async function evidenceFile(context: Context, address: Address): Promise<EvidenceFile> {
  await currentScore(context, address)
  const { latest, lists } = await readTogether(context, address)
  if (latest === null || !isJudgedBy(latest, lists)) {
    throw new ApiFailure('not_ready', {
      message: 'The lists have just changed, and this score does not know it yet. Try again soon.',
    })
  }
  return presentEvidence(latest, lists, context.config.network)
}

/** The newest score and the lists, as one moment shows them. */
function readTogether({ db }: Context, address: Address) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => ({
      latest: await latestWithInputs({ db: snapshot }, address),
      lists: await readLists({ db: snapshot }),
    }))
}

function isJudgedBy({ inputs }: ScoreWithInputs, lists: Lists): boolean {
  const { contacts } = inputs.offchain
  if (contacts === null) return lists.scam.length === 0
  return contacts.listHash === undefined || contacts.listHash === listHashOf(lists)
}

function presentEvidence(
  { score: stored, inputs }: ScoreWithInputs,
  lists: Lists,
  network: Network,
): EvidenceFile {
  const { address, version, score, riskLevel, confidence, dataPoints, flags } = stored
  return {
    format: EVIDENCE_FORMAT,
    address,
    network,
    version,
    computedAt: new Date(stored.computedAtMs).toISOString(),
    score,
    riskLevel,
    confidence,
    dataPoints,
    flags,
    factors: stored.factors,
    reasons: stored.reasons,
    improve: stored.improve,
    coverage: stored.coverage,
    inputs,
    lists: { scam: [...lists.scam], service: [...lists.service] },
    evidenceHash: stored.evidenceHash,
  }
}
