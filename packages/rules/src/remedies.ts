import type { AppealSubject } from '@app/values/governance.ts'
import type { AppealState, ProtectionState } from './protection-state.ts'

/**
 * Returns why the wallet of a state cannot appeal against `subject`, as a sentence; null when it can.
 * Source: `DharmaGovernance.getAppealObstacle`.
 */
export function getAppealObstacle(state: ProtectionState, subject: AppealSubject): string | null {
  return 'flagNumber' in subject
    ? getFlagObstacle(state, subject.flagNumber)
    : getFreezeObstacle(state, subject.freezeNumber)
}

function getFlagObstacle({ flag, appeals }: ProtectionState, number: number): string | null {
  if (flag?.number !== number) {
    const other = flag === null ? '' : ` Its flag has the number ${flag.number}.`
    return `This wallet does not carry flag ${number}, so there is nothing to appeal.${other}`
  }
  const appeal = appeals.find(({ flagNumber }) => flagNumber === number)
  return appeal === undefined ? null : `${describeEarlier('flag', number)} ${describe(appeal)}.`
}

/** Once, and once more for each renewal, never two appeals at a time. */
function getFreezeObstacle(
  { freeze, appeals, now, record }: ProtectionState,
  number: number,
): string | null {
  if (freeze?.number !== number) {
    const other = freeze === null ? '' : ` Its freeze has the number ${freeze.number}.`
    return `This wallet is not frozen by freeze ${number}, so there is nothing to appeal.${other}`
  }
  const made = appeals.filter(({ freezeNumber }) => freezeNumber === number)
  const last = made.at(-1)
  const { since } = freeze
  const executions = record.proposals.filter(
    ({ action, executedAt }) => action === 'freeze' && executedAt !== null && executedAt >= since,
  )
  const isFree = last === undefined || (now >= last.deadline && made.length < executions.length)
  return isFree ? null : `${describeEarlier('freeze', number)} ${describe(last)}.`
}

const describeEarlier = (what: string, number: number): string =>
  `This wallet has appealed against ${what} ${number} already:`

const describe = ({ id, outcome }: AppealState): string => `appeal ${id}, which is ${outcome}`

/** Something that the owner of an address can do now. Times are Unix seconds. */
export type Remedy =
  | { kind: 'appeal_flag'; flagNumber: number; caseId: string; until: null }
  | { kind: 'appeal_freeze'; freezeNumber: number; until: number }

/** Lists the appeals that the contracts accept now, the strongest first. */
export function listRemedies(state: ProtectionState): Remedy[] {
  const { flag, freeze, freezeEnd } = state
  const remedies: Remedy[] = []
  if (freeze !== null && getFreezeObstacle(state, freeze.number) === null) {
    remedies.push({ kind: 'appeal_freeze', freezeNumber: freeze.number, until: freezeEnd ?? 0 })
  }
  if (flag !== null && getFlagObstacle(state, flag.number) === null) {
    const { number: flagNumber, caseId } = flag
    remedies.push({ kind: 'appeal_flag', flagNumber, caseId, until: null })
  }
  return remedies
}
