import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import { type AccountLists, computeListHash } from '@app/score/canonical/list-hash.ts'
import type { Address } from '@app/values/address.ts'
import { readAccountLists } from '../../labels/read-account-lists.ts'
import type { Context } from '../../runtime/context.ts'
import { readLatestWithInputs, type ScoreWithInputs } from '../../scorer/read-inputs.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { loadOrComputeScore } from './load-or-compute-score.ts'
import { toEvidenceFile } from './to-evidence-file.ts'

/**
 * Returns the evidence file of the current score of an account: all inputs of the score. Throws
 * `not_ready` while the lists change.
 */
export async function loadEvidenceFile(context: Context, address: Address): Promise<EvidenceFile> {
  await loadOrComputeScore(context, address)
  const { latest, lists } = await readSnapshot(context, address)
  if (latest === null || !isScoredWithLists(latest, lists)) {
    throw new ApiFailure('not_ready', {
      message: 'The lists have just changed, and this score does not know it yet. Try again soon.',
    })
  }
  return toEvidenceFile(latest, lists, context.config.network)
}

/** Reads the newest score and the lists in one database snapshot. */
function readSnapshot({ db }: Context, address: Address) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => ({
      latest: await readLatestWithInputs({ db: snapshot }, address),
      lists: await readAccountLists({ db: snapshot }),
    }))
}

function isScoredWithLists({ inputs }: ScoreWithInputs, lists: AccountLists): boolean {
  const { contacts } = inputs.offchain
  if (contacts === null) return lists.scam.length === 0
  return contacts.listHash === undefined || contacts.listHash === computeListHash(lists)
}
