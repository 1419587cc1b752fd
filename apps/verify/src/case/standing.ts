import type { CaseFile } from '@app/api/schemas/case.ts'
import { EXECUTION_SECONDS } from '@app/rules/constants.ts'
import type { CaseOutcome } from '@app/values/governance.ts'
import { correctReasonCode } from '@app/values/reason-code.ts'
import { Allowed, allowOneOf } from '../check.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'
import { listAccusations, parseStatement } from './reasons.ts'

/** Rebuilds what the file says beside its entries: kind, reason, times, whether the case is open, and its outcome. */
export function rebuildStanding(parsed: ParsedCase): Partial<Record<keyof CaseFile, unknown>> {
  const { entries, file } = parsed
  const accusations = listAccusations(parsed)
  const codes = accusations.flatMap(listReasonCodes)
  const stated = selectEntries(parsed, 'owner_statement').at(-1)?.entry
  return {
    kind: accusations.length === 0 ? 'freeze' : 'accusation',
    openedAt: entries[0]?.entry.at,
    changedAt: entries.at(-1)?.entry.at,
    isAutomated: accusations.some(({ kind }) => kind === 'warning'),
    reasonCode: codes.length === 0 ? null : allowOneOf(codes),
    ownerStatement: stated === undefined ? null : { at: stated.at, text: stated.text },
    isOpen: expectOpen(parsed, file.isOpen),
    outcome: computeOutcome(parsed),
  }
}

/** Its code, and the one that its statement supports where contact had no code of its own yet. */
function listReasonCodes({ details, entry }: EntryWithDetails<'warning' | 'flag'>): string[] {
  const statement = entry.text === null ? null : parseStatement(entry.text)
  const reasons = statement === null || typeof statement === 'string' ? [] : statement.reasons
  const { reasonCode } = details
  return [...new Set([reasonCode, correctReasonCode(reasonCode, reasons)])]
}

/** A vote may have been overruled, which the case does not contain, so an approved one decides nothing here. */
function expectOpen(parsed: ParsedCase, isOpen: boolean): unknown {
  const decided = selectEntries(parsed, 'appeal_outcome').map(({ details }) => details.appealId)
  const appeal = selectEntries(parsed, 'appeal').find(
    ({ details }) => !decided.includes(details.appealId),
  )
  const reason = findStanding(parsed) ?? appeal?.path
  if (reason !== undefined) {
    return new Allowed(`true, because of ${reason}`, (found) => found === true)
  }
  return isOpen && hasUndecidedVote(parsed)
}

/** Whether votes are counted at the time of the last entry, or an approved proposal could still be executed. */
function hasUndecidedVote(parsed: ParsedCase): boolean {
  const last = parsed.entries.at(-1)?.atSeconds ?? 0
  const executed = selectEntries(parsed, 'execution').map(({ details }) => details.proposalId)
  const ends = new Map(
    selectEntries(parsed, 'voting_end').map(({ details }) => [details.proposalId, details.result]),
  )
  return selectEntries(parsed, 'proposal').some(({ details: { proposalId, votingEndsAt } }) => {
    if (!ends.has(proposalId)) return true
    const isExecutable = last < votingEndsAt + EXECUTION_SECONDS && !executed.includes(proposalId)
    return ends.get(proposalId) === 'approved' && isExecutable
  })
}

/** Returns the path of the accusation or freeze that stands. */
function findStanding(parsed: ParsedCase): string | undefined {
  const accused = listAccusations(parsed).at(-1)
  const lift = selectEntries(parsed, 'lift').at(-1)
  const isAccused = accused !== undefined && accused.entry.number > (lift?.entry.number ?? 0)
  if (isAccused) return accused.path
  const ended = selectEntries(parsed, 'freeze_end').map(({ details }) => details.number)
  return selectEntries(parsed, 'freeze').find(({ details }) => !ended.includes(details.number))
    ?.path
}

/** An appeal that was upheld or not decided says how the case ended; otherwise what ended it. */
function computeOutcome(parsed: ParsedCase): CaseOutcome {
  const appealed = selectEntries(parsed, 'appeal_outcome')
    .map(({ details }) => details.outcome)
    .findLast((outcome) => outcome !== 'void')
  if (appealed === 'upheld' || appealed === 'undecided') return appealed
  const stands = findStanding(parsed) !== undefined
  if (!stands && selectEntries(parsed, 'lift').length > 0) return 'cleared'
  if (appealed === 'denied') return 'denied'
  if (stands || parsed.file.isOpen) return 'open'
  const end = selectEntries(parsed, 'freeze_end').at(-1)
  return end?.details.cause === 'vote' ? 'cleared' : 'lapsed'
}
