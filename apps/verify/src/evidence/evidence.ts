import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import { UnreadableInputError } from '@app/score/canonical/unreadable-input-error.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import type { Judgement } from '@app/score/judgement.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Difference } from '../checks/difference.ts'

/** An evidence file, the facts from its inputs, and the engine's judgement of them. */
export interface Evidence {
  file: EvidenceFile
  address: Address
  facts: Facts
  judgement: Judgement
}

/** Parses the facts of a file and judges them again. Returns a difference when this engine cannot. */
export function parseAndJudgeEvidence(file: EvidenceFile): Evidence | Difference {
  const { version } = file
  if (version !== SCORE_VERSION) {
    const expected = `${SCORE_VERSION}, the engine here (to verify another version, use its release)`
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
