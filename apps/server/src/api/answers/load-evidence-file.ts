import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import type { Address } from '@app/values/address.ts'
import { readPastAccountLists } from '../../labels/read-account-lists.ts'
import type { Context } from '../../runtime/context.ts'
import {
  readByEvidenceHash,
  readLatestWithInputs,
  type ScoreWithInputs,
} from '../../scorer/read-inputs.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { loadOrComputeScore } from './load-or-compute-score.ts'
import { toEvidenceFile } from './to-evidence-file.ts'

/** Returns the evidence file of the current score of an account: all inputs of the score. */
export async function loadEvidenceFile(context: Context, address: Address): Promise<EvidenceFile> {
  await loadOrComputeScore(context, address)
  const latest = await readLatestWithInputs(context, address)
  if (latest === null) throw new ApiFailure('not_ready')
  return await addLists(context, latest)
}

/** Returns the evidence file of the first score with this hash; `null` when no score of the account has it. */
export async function loadPastEvidenceFile(
  context: Pick<Context, 'db' | 'config'>,
  address: Address,
  evidenceHash: string,
): Promise<EvidenceFile | null> {
  const found = await readByEvidenceHash(context, address, evidenceHash)
  return found === null ? null : await addLists(context, found)
}

/** Adds the lists that a score was computed with: none where no account was listed as a scam. */
async function addLists(
  context: Pick<Context, 'db' | 'config'>,
  stored: ScoreWithInputs,
): Promise<EvidenceFile> {
  const hash = stored.inputs.offchain.contacts?.listHash
  const lists =
    hash === undefined ? { scam: [], service: [] } : await readPastAccountLists(context, hash)
  return toEvidenceFile(stored, lists, context.config.network)
}
