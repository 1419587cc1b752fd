import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { formatMinute } from '@app/values/minute.ts'
import { getAppealOutcome } from '../../governance/rules/appeal.ts'
import { listRemedies, type Remedy } from '../../governance/rules/list-remedies.ts'
import {
  getFreezeEnd,
  getHoldingFreeze,
  getStandingFlag,
  type ProtectionRecord,
} from '../../governance/rules/protection-record.ts'
import type { Label } from '../../labels/label.ts'

type Remedies = Protection['remedies']

/** What is held against an address, with what it can do about it. */
export interface Standing {
  record: ProtectionRecord
  /** Unix seconds. */
  now: number
  accusation: Protection['accusation']
  /** Current entries of scam lists. */
  labels: readonly Label[]
}

/** Describes what the owner can do now, the strongest first. Pure. */
export function describeRemedies({ record, now, accusation, labels }: Standing): Remedies {
  const caseId = accusation?.caseId ?? getStandingFlag(record, now)?.caseId
  return [
    ...listRemedies(record, now).map(describeRemedy),
    ...labels.map(describeKeeper),
    ...(caseId === undefined ? [] : [describeStatement(caseId)]),
  ]
}

function describeRemedy(remedy: Remedy): Remedies[number] {
  const until = remedy.until === null ? null : toTime(remedy.until)
  switch (remedy.kind) {
    case 'appeal_flag':
      return {
        ...remedy,
        until,
        text: 'Appeal against the flag: the community decides within 72 hours, and without a decision the flag is lifted.',
      }
    case 'appeal_freeze':
      return {
        ...remedy,
        until,
        text: 'Appeal against the freeze: the community decides within 72 hours; if it agrees, the freeze ends.',
      }
    case 'second_proposal':
      return {
        ...remedy,
        until,
        text: `Too few voted on appeal ${remedy.appealId}: open its second vote.`,
      }
  }
}

const describeKeeper = ({ source, contact }: Label): Remedies[number] => ({
  kind: 'label_keeper',
  until: null,
  text:
    contact === null
      ? `Ask whoever keeps '${source}' to remove the entry; here, an upheld appeal removes it too.`
      : `Ask whoever keeps '${source}' to remove the entry (${contact}); here, an upheld appeal removes it too.`,
})

const describeStatement = (caseId: string): Remedies[number] => ({
  kind: 'owner_statement',
  caseId,
  until: null,
  text: 'State in up to 280 characters what you say to this; it stands beside the reasons and moves no score.',
})

/** Describes what ends what is held against an address, and when. Pure. */
export function describeClearing({ record, now, accusation, labels }: Standing): string[] {
  const freezeEnd = getHoldingFreeze(record, now) === null ? null : getFreezeEnd(record, now)
  const flag = getStandingFlag(record, now)
  return [
    ...describeAccusationEnd({ accusation, labels }, flag === null ? 'warning' : 'flag'),
    ...record.appeals
      .filter((appeal) => getAppealOutcome(appeal, now).outcome === 'open')
      .map(
        ({ id, deadline }) =>
          `Appeal ${id} is decided by ${formatMinute(BigInt(deadline))} at the latest.`,
      ),
    ...(freezeEnd === null
      ? []
      : [
          `The freeze ends by itself on ${formatMinute(BigInt(freezeEnd))} unless a vote renews it.`,
        ]),
  ]
}

/** While a list names the address, no recheck ends an accusation. */
function describeAccusationEnd(
  { accusation, labels }: Pick<Standing, 'accusation' | 'labels'>,
  kind: 'flag' | 'warning',
): string[] {
  if (accusation === null) {
    return labels.map(
      ({ source }) => `The entry in '${source}' stands until its keeper removes it.`,
    )
  }
  const what = kind === 'flag' ? 'The flag is lifted' : 'The warning is withdrawn'
  if (accusation.reasonCode === 'listed' && labels.length > 0) {
    return labels.map(({ source }) => `${what} when the entry in '${source}' is removed.`)
  }
  return [
    ...labels.map(({ source }) => `First the entry in '${source}' has to be removed.`),
    `${what} an hour after the score has stayed above the threshold by 5 points; the agent checks every change.`,
  ]
}

const toTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
