import type { Check } from '../checks/check.ts'
import { formatCount } from '../checks/format-count.ts'
import { findAppealDifference } from './checks/find-appeal-difference.ts'
import { findBallotDifference } from './checks/find-ballot-difference.ts'
import { findChainDifference, findOriginDifference } from './checks/find-chain-difference.ts'
import { findClearanceDifference } from './checks/find-clearance-difference.ts'
import { findEvidenceFinding } from './checks/find-evidence-finding.ts'
import { findFreezeFinding } from './checks/find-freeze-finding.ts'
import { findMessageDifference, findSignatureFinding } from './checks/find-message-difference.ts'
import { findStandingDifference } from './checks/find-standing-difference.ts'
import { findStatementDifference } from './checks/find-statement-difference.ts'
import { findTextDifference, findWithheldTexts } from './checks/find-text-finding.ts'
import { findTimeDifference } from './checks/find-time-difference.ts'
import { findVoidFinding } from './checks/find-void.ts'
import { listSignedEntries } from './list-messages.ts'
import { type ParsedCase, selectEntries } from './parse-entries.ts'

/** Builds the checks that need only the file. */
export function buildOfflineChecks(parsed: ParsedCase): Check[] {
  return [
    ...buildRecordChecks(parsed),
    ...buildReasonChecks(parsed),
    ...buildDecisionChecks(parsed),
  ]
}

/** The record itself: that nothing in it was changed. */
function buildRecordChecks(parsed: ParsedCase): Check[] {
  const { file, entries } = parsed
  const withheld = findWithheldTexts(parsed)
  const texts = entries.filter(({ entry }) => entry.text !== null).length
  const checks: Check[] = [
    {
      claim: `The wallet and the contract are those of ${file.network}.`,
      find: () => findOriginDifference(file),
    },
    {
      claim: `${formatCount(entries.length, 'entry', 'entries')} without a gap, each with its own hash and that of the one before; the last is ${file.headHash}.`,
      find: () => findChainDifference(file),
    },
    {
      claim: 'The times do not go backwards, and nothing is recorded before it happened.',
      find: () => findTimeDifference(parsed),
    },
    {
      claim: `${formatCount(texts, 'text')} with the hashes of the entries.`,
      find: () => findTextDifference(parsed),
    },
  ]
  if (withheld === null) return checks
  return [...checks, { claim: 'No text is withheld.', find: () => withheld }]
}

/** Why the wallet is accused. */
function buildReasonChecks(parsed: ParsedCase): Check[] {
  const inputs = formatCount(selectEntries(parsed, 'inputs').length, 'score')
  return [
    {
      claim: `The engine computes ${inputs} of the case from the exact inputs, with the hashes of the entries.`,
      find: () => findEvidenceFinding(parsed),
    },
    {
      claim: 'Each statement of reasons says what follows from these inputs.',
      find: () => findStatementDifference(parsed),
    },
    {
      claim: 'Each clearance withdraws the accusation of this case.',
      find: () => findClearanceDifference(parsed),
    },
  ]
}

/** What people signed, and what follows from it. */
function buildDecisionChecks(parsed: ParsedCase): Check[] {
  const messages = formatCount(listSignedEntries(parsed).length, 'signed message')
  return [
    {
      claim: `The texts of ${messages} follow from contract, network, entry and signer.`,
      find: () => findMessageDifference(parsed),
    },
    {
      claim: 'Each text has valid signatures by different keys that weigh 1000 together.',
      find: () => findSignatureFinding(parsed),
    },
    {
      claim:
        'The votes counted again give the same sums and results; only approved ones were executed.',
      find: () => findBallotDifference(parsed),
    },
    {
      claim: 'Each freeze follows from an executed vote, and ends by one or by time.',
      find: () => findFreezeFinding(parsed),
    },
    {
      claim: 'What ended without effect names what ended before.',
      find: () => findVoidFinding(parsed),
    },
    {
      claim:
        'Each outcome of an appeal follows from its votes, or from the end of what it is against.',
      find: () => findAppealDifference(parsed),
    },
    {
      claim: 'Whether the case is open, and its outcome, follow from the entries.',
      find: () => findStandingDifference(parsed),
    },
  ]
}
