import { formatMinute } from '@app/values/minute.ts'
import type { AppealSubject } from '../../db/tables/action-payload.ts'
import { type Appeal, getAppealOutcome } from './appeal.ts'
import { getVotingOutcome } from './ballot.ts'
import { SECOND_PROPOSAL_MARGIN_SECONDS } from './durations.ts'
import { getHoldingFreeze, getStandingFlag, type ProtectionRecord } from './protection-record.ts'

/**
 * Returns why the wallet of a record cannot appeal against `subject` at `now`, Unix seconds, as a sentence; null when
 * it can. Source: `DharmaProtection.requireAppealable`, `DharmaProtectionTypes.Appeal.isSecondBallotDue`.
 */
export function getAppealObstacle(
  record: ProtectionRecord,
  subject: AppealSubject,
  now: number,
): string | null {
  if ('caseId' in subject) return getFlagObstacle(record, subject.caseId, now)
  if ('freezeProposalId' in subject) {
    return getFreezeObstacle(record, subject.freezeProposalId, now)
  }
  const { secondProposalOf } = subject
  const appeal = record.appeals.find(({ id }) => id === secondProposalOf)
  if (appeal === undefined) return `This wallet has no appeal ${secondProposalOf}.`
  return getSecondProposalObstacle(appeal, now)
}

/** Returns until when an appeal may open its second vote, in Unix seconds. */
export const getSecondProposalEnd = ({ deadline }: Appeal): number =>
  deadline - SECOND_PROPOSAL_MARGIN_SECONDS

function getFlagObstacle(record: ProtectionRecord, caseId: string, now: number): string | null {
  const flag = getStandingFlag(record, now)
  if (flag?.caseId !== caseId) {
    const other = flag === null ? '' : ` Its flag is of case ${flag.caseId}.`
    return `This wallet is not flagged under case ${caseId}, so there is nothing to appeal.${other}`
  }
  const appeal = record.appeals.findLast((one) => one.caseId === caseId)
  if (appeal === undefined || appeal.openedAt < flag.flaggedAt) return null
  return `This wallet has appealed against case ${caseId} already: appeal ${appeal.id}, which is ${getAppealOutcome(appeal, now).outcome}.`
}

function getFreezeObstacle(
  record: ProtectionRecord,
  proposalId: number,
  now: number,
): string | null {
  const freeze = getHoldingFreeze(record, now)
  if (freeze?.proposalId !== proposalId) {
    const other =
      freeze === null ? '' : ` The proposal executed last for its freeze is ${freeze.proposalId}.`
    return `This wallet is not frozen by proposal ${proposalId}, so there is nothing to appeal.${other}`
  }
  const appeal = record.appeals.findLast(({ freezeNumber }) => freezeNumber === freeze.number)
  if (appeal === undefined) return null
  const { outcome } = getAppealOutcome(appeal, now)
  if (outcome !== 'open' && appeal.openedAt < freeze.renewedAt) return null
  return `This wallet has appealed against this freeze already: appeal ${appeal.id}, which is ${outcome}.`
}

function getSecondProposalObstacle(appeal: Appeal, now: number): string | null {
  const { id, ballots } = appeal
  const [first, second] = ballots
  const { outcome } = getAppealOutcome(appeal, now)
  if (outcome !== 'open') return `Appeal ${id} is closed: ${outcome}.`
  if (first === undefined)
    return `The vote on appeal ${id} is not known yet. Try again in a minute.`
  if (second !== undefined)
    return `Appeal ${id} has its second vote already: proposal ${second.id}.`
  if (getVotingOutcome(first, now) === 'open') {
    return `The first vote on appeal ${id} is open until ${formatTime(first.votingEndsAt)}. A second one follows only if it has too few votes.`
  }
  const until = getSecondProposalEnd(appeal)
  if (now <= until) return null
  return `A second vote on appeal ${id} could be opened until ${formatTime(until)}, 24 hours before its clock ends.`
}

const formatTime = (seconds: number): string => formatMinute(BigInt(seconds))
