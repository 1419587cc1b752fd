import { getAppealObstacle, getSecondProposalEnd } from './appeal-obstacle.ts'
import {
  getFreezeEnd,
  getHoldingFreeze,
  getStandingFlag,
  type ProtectionRecord,
} from './protection-record.ts'

/** Something that the owner of an address can do now. Times are Unix seconds. */
export type Remedy =
  | { kind: 'appeal_flag'; caseId: string; until: null }
  | { kind: 'appeal_freeze'; proposalId: number; until: number }
  | { kind: 'second_proposal'; appealId: number; until: number }

/** Lists the appeals that the contracts accept at `now`, the strongest first. */
export function listRemedies(record: ProtectionRecord, now: number): Remedy[] {
  return [
    ...listSecondProposals(record, now),
    ...listFreezeAppeals(record, now),
    ...listFlagAppeals(record, now),
  ]
}

function listFlagAppeals(record: ProtectionRecord, now: number): Remedy[] {
  const caseId = getStandingFlag(record, now)?.caseId
  if (caseId === undefined || getAppealObstacle(record, { caseId }, now) !== null) return []
  return [{ kind: 'appeal_flag', caseId, until: null }]
}

function listFreezeAppeals(record: ProtectionRecord, now: number): Remedy[] {
  const freeze = getHoldingFreeze(record, now)
  const until = getFreezeEnd(record, now)
  if (freeze === null || until === null) return []
  const { proposalId } = freeze
  const obstacle = getAppealObstacle(record, { freezeProposalId: proposalId }, now)
  return obstacle === null ? [{ kind: 'appeal_freeze', proposalId, until }] : []
}

function listSecondProposals(record: ProtectionRecord, now: number): Remedy[] {
  return record.appeals
    .filter(({ id }) => getAppealObstacle(record, { secondProposalOf: id }, now) === null)
    .map((appeal) => ({
      kind: 'second_proposal',
      appealId: appeal.id,
      until: getSecondProposalEnd(appeal),
    }))
}
