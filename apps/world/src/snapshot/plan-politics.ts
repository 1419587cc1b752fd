import type { AccountName } from '../people/account-names.ts'
import type { ActionName } from '../people/signed-messages.ts'

/** Identifies a proposal of the history by what it is about. */
export interface Topic {
  action: ActionName
  target: AccountName
}

/** What people, the operator or the signers of the DAO do about an account. */
export type PoliticalAct =
  | { kind: 'propose'; by: AccountName; topic: Topic; reason: string }
  | { kind: 'vote'; by: AccountName; topic: Topic; support: boolean }
  /** The operator puts an account on the scam list, or takes it off again. */
  | { kind: 'list'; target: AccountName; source: string; reason: string; contact: string }
  | { kind: 'delist'; target: AccountName; reason: string }
  /** An accused account appeals against its flag or its freeze. */
  | { kind: 'appeal'; by: AccountName; against: 'flag' | 'freeze'; reason: string }
  | { kind: 'state'; by: AccountName; text: string }
  /** The signers execute what is approved. */
  | { kind: 'execute' }
  /** Time passes: the agent settles what is over. */
  | { kind: 'settle' }

/** An act with its time, in hours before the present. */
interface ScheduledAct {
  hoursAgo: number
  act: PoliticalAct
}

/** A proposal with the votes on it, one an hour; voting ends 24 hours after the proposal. */
interface PlannedProposal {
  hoursAgo: number
  by: AccountName
  topic: Topic
  reason: string
  votesFor: readonly AccountName[]
  votesAgainst: readonly AccountName[]
}

const PROPOSALS: readonly PlannedProposal[] = [
  {
    hoursAgo: 112,
    by: 'dave',
    topic: { action: 'freeze', target: 'trent' },
    reason: 'More money passes through this account than through any other: it must be a mixer.',
    votesFor: ['dave'],
    votesAgainst: ['alice', 'bob', 'carol'],
  },
  {
    hoursAgo: 100,
    by: 'erin',
    topic: { action: 'freeze', target: 'oscar' },
    reason: 'Collects from dozens of wallets and passes everything on within the hour.',
    votesFor: ['erin', 'dave'],
    votesAgainst: [],
  },
  {
    hoursAgo: 72,
    by: 'alice',
    topic: { action: 'freeze', target: 'victor' },
    reason:
      'Victor says that mallory has a copy of his keys: stop his vault until it is recovered.',
    votesFor: ['alice', 'bob', 'carol'],
    votesAgainst: [],
  },
  {
    hoursAgo: 62,
    by: 'bob',
    topic: { action: 'freeze', target: 'mule' },
    reason: 'Takes what mallory swept, every time within the hour, and sends it to the same place.',
    votesFor: ['bob', 'carol', 'dave'],
    votesAgainst: ['erin'],
  },
  {
    hoursAgo: 46,
    by: 'carol',
    topic: { action: 'recover', target: 'victor' },
    reason: 'Victor confirmed in person that rosa keeps his recovery wallet: give it the vault.',
    votesFor: ['carol', 'alice', 'bob', 'erin'],
    votesAgainst: [],
  },
  {
    hoursAgo: 5,
    by: 'carol',
    topic: { action: 'freeze', target: 'mallory' },
    reason: 'Emptied more than ten wallets of members and moved the money on the same day.',
    votesFor: ['carol', 'alice'],
    votesAgainst: [],
  },
]

const OTHER_ACTS: readonly ScheduledAct[] = [
  {
    hoursAgo: 470,
    act: {
      kind: 'list',
      target: 'oscar',
      source: 'imported list',
      reason: 'Was reported as a collector of stolen money.',
      contact: 'the maintainers of the imported list',
    },
  },
  ...planAppeal({
    hoursAgo: 466,
    by: 'oscar',
    against: 'flag',
    reason:
      'The report is about another account with a similar name: I collect the rents of a house.',
    votesFor: ['alice', 'bob', 'carol'],
    votesAgainst: [],
  }),
  {
    hoursAgo: 465.5,
    act: {
      kind: 'delist',
      target: 'oscar',
      reason: 'The report was about another account with a similar name.',
    },
  },
  { hoursAgo: 441, act: { kind: 'settle' } },
  ...[87.5, 75.5].map((hoursAgo): ScheduledAct => ({ hoursAgo, act: { kind: 'settle' } })),
  ...[47, 37].map((hoursAgo): ScheduledAct => ({ hoursAgo, act: { kind: 'execute' } })),
  ...planAppeal({
    hoursAgo: 36,
    by: 'mule',
    against: 'freeze',
    reason: 'I lent my account to a friend for a week and kept none of the money.',
    votesFor: [],
    votesAgainst: ['alice', 'bob', 'carol'],
  }),
  {
    hoursAgo: 35.5,
    act: {
      kind: 'state',
      by: 'mule',
      text: 'A friend asked me to pass the money on. I did not ask where it came from, and I would pay it back.',
    },
  },
  { hoursAgo: 21.5, act: { kind: 'settle' } },
  { hoursAgo: 11.5, act: { kind: 'settle' } },
  ...planAppeal({
    hoursAgo: 4.5,
    by: 'mallory',
    against: 'flag',
    reason: 'Those wallets were all mine, I only moved my own money to a safer place.',
    votesFor: [],
    votesAgainst: ['dave'],
  }),
]

/**
 * Plans what the operator and the community decided, oldest first: oscar is on the scam list by
 * mistake until it appeals, which is upheld, trent is cleared by vote, too few vote about oscar, victor's vault and the mule are
 * frozen, the recovery of the vault is approved and waits, the appeal of the mule is denied,
 * and the votes about mallory and on her appeal are open.
 */
export const planPolitics = (): ScheduledAct[] =>
  [...PROPOSALS.flatMap(planProposal), ...OTHER_ACTS]
    .sort((a, b) => b.hoursAgo - a.hoursAgo)
    .map(({ hoursAgo, act }, index) => ({ hoursAgo: hoursAgo - index * A_MINUTE, act }))

/**
 * In hours, added for each act before: rechecks are due whole hours after their last run, and a second later when another
 * one is due then. With blocks whole hours apart the order within a block would decide which is late.
 */
const A_MINUTE = 1 / 60

function planProposal(planned: PlannedProposal): ScheduledAct[] {
  const { hoursAgo, by, topic, reason } = planned
  return [{ hoursAgo, act: { kind: 'propose', by, topic, reason } }, ...planVotes(planned)]
}

/** An appeal with the votes on it, one an hour; voting ends 24 hours after the appeal. */
interface PlannedAppeal extends Omit<PlannedProposal, 'topic'> {
  against: 'flag' | 'freeze'
}

function planAppeal(planned: PlannedAppeal): ScheduledAct[] {
  const { hoursAgo, by, against, reason } = planned
  const topic = { action: 'unfreeze', target: by } as const
  return [
    { hoursAgo, act: { kind: 'appeal', by, against, reason } },
    ...planVotes({ ...planned, topic }),
  ]
}

function planVotes({
  hoursAgo,
  topic,
  votesFor,
  votesAgainst,
}: Pick<PlannedProposal, 'hoursAgo' | 'topic' | 'votesFor' | 'votesAgainst'>): ScheduledAct[] {
  const votes = [
    ...votesFor.map((voter) => ({ voter, support: true })),
    ...votesAgainst.map((voter) => ({ voter, support: false })),
  ]
  return votes.map(
    ({ voter, support }, index): ScheduledAct => ({
      hoursAgo: hoursAgo - 1 - index,
      act: { kind: 'vote', by: voter, topic, support },
    }),
  )
}
