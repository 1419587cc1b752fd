import type { CaseOutcome } from '@app/values/governance.ts'
import { correctReasonCode } from '@app/values/reason-code.ts'
import { type Difference, findFirst, findFirstDifference } from '../check.ts'
import { EXECUTION_PERIOD } from '../votes/counts.ts'
import { listAppeals } from './appeals.ts'
import { listBallots } from './ballots.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'
import { listAccusations, parseStatement } from './reasons.ts'

/** Checks what the file says beside its entries: kind, reason, times, whether the case is open, and its outcome. */
export function findStandingDifference(parsed: ParsedCase): Difference | null {
  return (
    findFirst(selectEntries(parsed, 'lift'), (lift) => findLiftDifference(parsed, lift)) ??
    findHeadDifference(parsed) ??
    findOwnerStatementDifference(parsed) ??
    findOpenDifference(parsed) ??
    findFirstDifference('outcome', computeOutcome(parsed), parsed.file.outcome)
  )
}

/** An appeal lifts its flag only where it was upheld or had too few votes. */
function findLiftDifference(
  parsed: ParsedCase,
  { path, entry, details }: EntryWithDetails<'lift'>,
): Difference | null {
  if (details.cause !== 'appeal') return null
  const isLifting = ({ opened, outcome }: ReturnType<typeof listAppeals>[number]) =>
    opened.details.against === 'flag' &&
    opened.details.number === details.number &&
    outcome !== null &&
    ['upheld', 'undecided'].includes(outcome.details.outcome) &&
    outcome.entry.number < entry.number
  if (listAppeals(parsed).some(isLifting)) return null
  const expected =
    'another cause, because no appeal against the flag was upheld or undecided before'
  return { path: `${path}.details.cause`, expected, found: details.cause }
}

function findHeadDifference(parsed: ParsedCase): Difference | null {
  const { file, entries } = parsed
  const accusations = listAccusations(parsed)
  const codes = accusations.flatMap(listReasonCodes)
  const kind = accusations.length === 0 ? 'freeze' : 'accusation'
  const difference =
    findFirstDifference('kind', kind, file.kind) ??
    findFirstDifference('openedAt', entries[0]?.entry.at, file.openedAt) ??
    findFirstDifference('changedAt', entries.at(-1)?.entry.at, file.changedAt)
  if (difference !== null) return difference
  const isAutomated = accusations.some(({ kind: own }) => own === 'warning')
  if (file.isAutomated !== isAutomated) {
    const expected = `${isAutomated}, as its warnings`
    return { path: 'isAutomated', expected, found: `${file.isAutomated}` }
  }
  if (file.reasonCode === null ? codes.length === 0 : codes.includes(file.reasonCode)) return null
  const expected = codes.length === 0 ? 'null' : codes.join(' or ')
  return { path: 'reasonCode', expected, found: `${file.reasonCode}` }
}

/** Its code, and the one that its statement supports where contact had no code of its own yet. */
function listReasonCodes({ details, entry }: EntryWithDetails<'warning' | 'flag'>): string[] {
  const statement = entry.text === null ? null : parseStatement(entry.text)
  const reasons = statement === null || typeof statement === 'string' ? [] : statement.reasons
  const { reasonCode } = details
  return [...new Set([reasonCode, correctReasonCode(reasonCode, reasons)])]
}

function findOwnerStatementDifference(parsed: ParsedCase): Difference | null {
  const last = selectEntries(parsed, 'owner_statement').at(-1)
  const expected = last === undefined ? null : { at: last.entry.at, text: last.entry.text }
  return findFirstDifference('ownerStatement', expected, parsed.file.ownerStatement)
}

/** A vote may have been overruled, which the case does not contain, so an approved one decides nothing here. */
function findOpenDifference(parsed: ParsedCase): Difference | null {
  const { isOpen } = parsed.file
  const appeal = listAppeals(parsed).find(({ outcome }) => outcome === null)
  const voting = listBallots(parsed).find(({ end }) => end === null)
  const reason = findStanding(parsed) ?? appeal?.opened.path ?? null
  if (!isOpen && reason !== null) {
    return { path: 'isOpen', expected: `true, because of ${reason}`, found: 'false' }
  }
  const isUndecided = voting !== undefined || hasExecutable(parsed)
  if (!isOpen || reason !== null || isUndecided) return null
  const expected = 'false, because nothing stands against the wallet or is undecided'
  return { path: 'isOpen', expected, found: 'true' }
}

/** Whether an approved proposal could still be executed at the time of the last entry. */
function hasExecutable(parsed: ParsedCase): boolean {
  const last = parsed.entries.at(-1)?.atSeconds ?? 0
  return listBallots(parsed).some(
    ({ proposal, end, execution }) =>
      end?.details.result === 'approved' &&
      execution === null &&
      last < proposal.details.votingEndsAt + EXECUTION_PERIOD,
  )
}

/** Returns the path of the accusation or freeze that stands; `null` when none does. */
function findStanding(parsed: ParsedCase): string | null {
  const accused = listAccusations(parsed).at(-1)
  const lift = selectEntries(parsed, 'lift').at(-1)
  const isAccused = accused !== undefined && accused.entry.number > (lift?.entry.number ?? 0)
  if (isAccused) return accused.path
  const ended = selectEntries(parsed, 'freeze_end').map(({ details }) => details.number)
  const freeze = selectEntries(parsed, 'freeze').find(
    ({ details }) => !ended.includes(details.number),
  )
  return freeze?.path ?? null
}

/** An appeal that was upheld or not decided says how the case ended; otherwise what ended it. */
function computeOutcome(parsed: ParsedCase): CaseOutcome {
  const appealed = selectEntries(parsed, 'appeal_outcome')
    .map(({ details }) => details.outcome)
    .findLast((outcome) => outcome !== 'void')
  if (appealed === 'upheld' || appealed === 'undecided') return appealed
  const stands = findStanding(parsed) !== null
  if (!stands && selectEntries(parsed, 'lift').length > 0) return 'cleared'
  if (appealed === 'denied') return 'denied'
  if (stands || parsed.file.isOpen) return 'open'
  const end = selectEntries(parsed, 'freeze_end').at(-1)
  return end?.details.cause === 'vote' ? 'cleared' : 'lapsed'
}
