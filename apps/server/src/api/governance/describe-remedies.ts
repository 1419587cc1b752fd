import type { Protection } from '@app/api/schemas/protection.ts'
import {
  getFlagLiftableFrom,
  type ProtectionState,
  type RecordedFlag,
} from '@app/rules/protection-state.ts'
import { listRemedies, type Remedy } from '@app/rules/remedies.ts'
import { formatTime, toIsoTime } from '@app/values/time.ts'
import type { Label } from '../../labels/label.ts'

type Remedies = Protection['remedies']

/** What is held against an address, with what it can do about it. */
interface Standing {
  state: ProtectionState
  accusation: Protection['accusation']
  /** Score from which on the accusation ends; `null` without one. */
  clearsAt: number | null
  /** Current entries of scam lists. */
  labels: readonly Label[]
}

/** Describes what the owner can do now, the strongest first. Pure. */
export function describeRemedies({
  state,
  accusation,
  labels,
}: Omit<Standing, 'clearsAt'>): Remedies {
  const caseId = accusation?.caseId ?? state.flag?.caseId
  return [
    ...listRemedies(state).map(describeRemedy),
    ...labels.map((label) => describeKeeper(label, accusation?.reasonCode === 'listed')),
    ...(caseId === undefined ? [] : [describeStatement(caseId)]),
  ]
}

function describeRemedy(remedy: Remedy): Remedies[number] {
  const until = remedy.until === null ? null : toIsoTime(remedy.until)
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

/** `isGround`: the accusation rests on the entry, so that its appeal decides about it. */
function describeKeeper({ source, contact }: Label, isGround: boolean): Remedies[number] {
  const where = contact === null ? '' : ` (${contact})`
  const appeal = isGround ? '; here, an upheld appeal removes it too' : ''
  const text = `Ask whoever keeps '${source}' to remove the entry${where}${appeal}.`
  return { kind: 'label_keeper', until: null, text }
}

const describeStatement = (caseId: string): Remedies[number] => ({
  kind: 'owner_statement',
  caseId,
  until: null,
  text: 'State in up to 280 characters what you say to this; it stands beside the reasons and moves no score.',
})

/** Describes what ends what is held against an address, and when. Pure. */
export function describeClearing(standing: Standing): string[] {
  const { state, accusation } = standing
  const { flag, freeze, freezeEnd, freezeOverruledAt, appeals } = state
  const isOwnFlag = flag !== null && flag.caseId === accusation?.caseId
  return [
    ...(flag === null || isOwnFlag ? [] : [describeOtherFlagEnd(flag)]),
    ...describeAccusationEnd(standing, isOwnFlag ? 'flag' : 'warning'),
    ...(isOwnFlag ? describeFlagDelay(state) : []),
    ...appeals
      .filter(({ outcome }) => outcome === 'open')
      .map(({ id, deadline }) => `Appeal ${id} is decided on ${formatTime(deadline * 1000)}.`),
    ...(freeze === null || freezeEnd === null
      ? []
      : [
          `The freeze ends by itself on ${formatTime(freezeEnd * 1000)}${freezeOverruledAt === null ? ' unless a vote renews it' : ''}.`,
        ]),
  ]
}

/** Rule 24 of docs/build/governance.md: the agent lifts no flag of another flagger. */
const describeOtherFlagEnd = ({ flagger }: RecordedFlag): string =>
  `The flag is lifted by an appeal, by a vote, or by its flagger ${flagger}; the agent lifts only its own flags.`

/** Rule 25 of docs/build/governance.md: an earlier lift would bar the agent from flagging again. */
function describeFlagDelay(state: ProtectionState): string[] {
  const liftableFrom = getFlagLiftableFrom(state)
  if (liftableFrom <= state.now) return []
  return [
    `The agent lifts it on ${formatTime(liftableFrom * 1000)} at the earliest: 24 hours after it was set, and not while a vote or an appeal names it.`,
  ]
}

/** While a list names the address, no recheck ends an accusation. */
function describeAccusationEnd(
  { accusation, clearsAt, labels }: Omit<Standing, 'state'>,
  kind: 'flag' | 'warning',
): string[] {
  if (accusation === null) {
    return labels.map(
      ({ source }) => `The entry in '${source}' stands until its keeper removes it.`,
    )
  }
  const what = kind === 'flag' ? 'The flag is lifted' : 'The warning is withdrawn'
  if (accusation.reasonCode === 'listed' && labels.length > 0) {
    return [`${what} when ${listEntries(labels, 'is', 'are')} removed.`]
  }
  return [
    ...(labels.length === 0
      ? []
      : [`First ${listEntries(labels, 'has to be', 'have to be')} removed.`]),
    ...(accusation.reasonCode === 'contact'
      ? [`${what} when the listed account behind it is taken off the list.`]
      : []),
    ...(accusation.reasonCode === 'community'
      ? [`${what} when the reports or decisions behind it count no more.`]
      : []),
    `${what} when the score has stayed at ${clearsAt} or more for an hour; the agent checks every change.`,
  ]
}

/** Names the entries with their verb: all of them have to go. */
const listEntries = (labels: readonly Label[], singular: string, plural: string): string => {
  const sources = labels.map(({ source }) => `'${source}'`).join(' and ')
  return labels.length === 1
    ? `the entry in ${sources} ${singular}`
    : `the entries in ${sources} ${plural}`
}
