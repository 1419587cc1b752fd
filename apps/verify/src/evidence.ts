import type { EvidenceFile } from '@app/api/schemas/evidence-file.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import { UnreadableInputError } from '@app/score/canonical/unreadable-input-error.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import type { Judgement } from '@app/score/judgement.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Difference } from './difference.ts'

/** An evidence file, the facts that its inputs hold, and what the engine makes of them. */
export interface Evidence {
  file: EvidenceFile
  address: Address
  facts: Facts
  judgement: Judgement
}

/** Reads the facts of a file and judges them again; a difference when this engine cannot. */
export function readEvidence(file: EvidenceFile): Evidence | Difference {
  const { version } = file
  if (version !== SCORE_VERSION) {
    const expected = `${SCORE_VERSION}, the engine here (take the release of another to verify it)`
    return { path: 'version', expected, found: version }
  }
  try {
    const facts = parseInputs(file.inputs)
    return { file, address: toAddress(file.address), facts, judgement: judge(facts) }
  } catch (error) {
    if (!(error instanceof UnreadableInputError)) throw error
    const { path, expected, found } = error
    return { path, expected, found }
  }
}
