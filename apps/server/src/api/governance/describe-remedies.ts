import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { formatMinute } from '@app/values/minute.ts'
import {
  type Flag,
  getFlagLiftableFrom,
  type ProtectionState,
} from '../../governance/rules/protection-state.ts'
import { listRemedies, type Remedy } from '../../governance/rules/remedies.ts'
import type { Label } from '../../labels/label.ts'

type Remedies = Protection['remedies']

/** What is held against an address, with what it can do about it. */
export interface Standing {
  state: ProtectionState
  accusation: Protection['accusation']
  /** Current entries of scam lists. */
  labels: readonly Label[]
}

/** Describes what the owner can do now, the strongest first. Pure. */
export function describeRemedies({ state, accusation, labels }: Standing): Remedies {
  const caseId = accusation?.caseId ?? state.flag?.caseId
  return [
    ...listRemedies(state).map(describeRemedy),
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
        text: 'Appeal against the flag: the community decides within 24 hours, and without a decision the flag is lifted, once in 30 days for each reason.',
      }
    case 'appeal_freeze':
      return {
        ...remedy,
        until,
        text: 'Appeal against the freeze: the community decides within 24 hours; if it agrees, the freeze is not renewed any more, and ends when the DAO executes that, or by time.',
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
export function describeClearing({ state, accusation, labels }: Standing): string[] {
  const { flag, freeze, freezeEnd, freezeOverruledAt, appeals } = state
  const isOwnFlag = flag !== null && flag.caseId === accusation?.caseId
  return [
    ...(flag === null || isOwnFlag ? [] : [describeOtherFlagEnd(flag)]),
    ...describeAccusationEnd({ accusation, labels }, isOwnFlag ? 'flag' : 'warning'),
    ...(isOwnFlag ? describeFlagDelay(state) : []),
    ...appeals
      .filter(({ outcome }) => outcome === 'open')
      .map(({ id, deadline }) => `Appeal ${id} is decided on ${formatMinute(BigInt(deadline))}.`),
    ...(freeze === null || freezeEnd === null
      ? []
      : [
          `The freeze ends by itself on ${formatMinute(BigInt(freezeEnd))}${freezeOverruledAt === null ? ' unless a vote renews it' : ''}.`,
        ]),
  ]
}

/** Rule 24: the agent lifts no flag of another flagger. */
const describeOtherFlagEnd = ({ flagger }: Flag): string =>
  `The flag is lifted by an appeal, by a vote, or by its flagger ${flagger}; the agent lifts only its own flags.`

/** Rule 25: an earlier lift would bar the agent from flagging again. */
function describeFlagDelay(state: ProtectionState): string[] {
  const liftableFrom = getFlagLiftableFrom(state)
  if (liftableFrom <= state.now) return []
  return [
    `The agent lifts it on ${formatMinute(BigInt(liftableFrom))} at the earliest: 24 hours after it was set, and not while a vote or an appeal names it.`,
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
