import type { Evidence } from '../evidence/evidence.ts'
import type { Check } from './check.ts'
import { findAddressDifference } from './find-address-difference.ts'
import { findHashDifference } from './find-hash-difference.ts'
import { findJudgementDifference } from './find-judgement-difference.ts'
import { findListDifference } from './find-list-difference.ts'
import { formatCount } from './format-count.ts'

/** Builds the checks that need only the file, without network access. */
export function buildOfflineChecks(evidence: Evidence): Check[] {
  const { evidenceHash, version, score, riskLevel, reasons, network, lists } = evidence.file
  return [
    {
      claim: `The inputs have the evidence hash ${evidenceHash}.`,
      find: () => findHashDifference(evidence),
    },
    {
      claim: `The engine ${version} computes the same score ${score} from them, ${riskLevel}, with the same factors and ${formatCount(reasons.length, 'reason')}.`,
      find: () => findJudgementDifference(evidence),
    },
    {
      claim: `They are about this address, account ${evidence.facts.age?.creationIndex} of ${network}.`,
      find: () => findAddressDifference(evidence),
    },
    {
      claim: `The lists are the ones used: ${formatCount(lists.scam.length, 'scam')}, ${formatCount(lists.service.length, 'service')}.`,
      find: () => findListDifference(evidence),
    },
  ]
}
