import type { AppealSubject } from '@app/values/governance.ts'
import type { AppealState, Obstacle, ProtectionState } from './protection-state.ts'

type AppealObstacle = Obstacle<'not-standing' | 'appealed'>

/**
 * Returns why the wallet of a state cannot appeal against `subject`; null when it can.
 * Source: `DharmaGovernance.getAppealObstacle`.
 */
export function getAppealObstacle(
  state: ProtectionState,
  subject: AppealSubject,
): AppealObstacle | null {
  return 'flagNumber' in subject
    ? getFlagObstacle(state, subject.flagNumber)
    : getFreezeObstacle(state, subject.freezeNumber)
}

function getFlagObstacle(
  { flag, appeals }: ProtectionState,
  number: number,
): AppealObstacle | null {
  if (flag?.number !== number) {
    const other = flag === null ? '' : ` Its flag has the number ${flag.number}.`
    const message = `This wallet does not carry flag ${number}, so there is nothing to appeal.${other}`
    return { code: 'not-standing', message }
  }
  const appeal = appeals.find(({ flagNumber }) => flagNumber === number)
  return appeal === undefined ? null : describeEarlier(`flag ${number}`, appeal)
}

/** Once, and once more for each renewal, never two appeals at a time. */
function getFreezeObstacle(
  { freeze, appeals, now, record }: ProtectionState,
  number: number,
): AppealObstacle | null {
  if (freeze?.number !== number) {
    const other = freeze === null ? '' : ` Its freeze has the number ${freeze.number}.`
    const message = `This wallet is not frozen by freeze ${number}, so there is nothing to appeal.${other}`
    return { code: 'not-standing', message }
  }
  const made = appeals.filter(({ freezeNumber }) => freezeNumber === number)
  const last = made.at(-1)
  const { since } = freeze
  const executions = record.proposals.filter(
    ({ action, executedAt }) => action === 'freeze' && executedAt !== null && executedAt >= since,
  )
  const isFree = last === undefined || (now >= last.deadline && made.length < executions.length)
  return isFree ? null : describeEarlier(`freeze ${number}`, last)
}

const describeEarlier = (subject: string, { id, outcome }: AppealState): AppealObstacle => ({
  code: 'appealed',
  message: `This wallet has appealed against ${subject} already: appeal ${id}, which is ${outcome}.`,
})

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
