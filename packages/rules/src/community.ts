import type { Address } from '@app/values/address.ts'
import type { AppealSubject, ProposalAction } from '@app/values/governance.ts'
import { MIN_VOTES_FOR } from '@app/values/limits.ts'
import {
  BAR_SECONDS,
  EXECUTION_SECONDS,
  HASTY_LIFT_SECONDS,
  MAX_OPEN_PER_APPOINTED,
  MAX_OPEN_PER_PERSON,
  MAX_SHARED_PLACES,
  MEMORY_SECONDS,
  VOTING_SECONDS,
} from './constants.ts'
import {
  type Bar,
  EMPTY_RECORD,
  getBarredUntil,
  getExecutionObstacle,
  getProposalStatus,
  getProtectionState,
  type ProtectionRecord,
  type ProtectionState,
  type RecordedFlag,
  type RuledProposal,
  toBarOfLift,
} from './protection-state.ts'
import { getAppealObstacle } from './remedies.ts'
import { settleRecord } from './settle.ts'
import { countVotes } from './voting.ts'

/** Of a proposer, from low to high. */
const RANKS = ['other', 'voter', 'appointed'] as const
type Rank = (typeof RANKS)[number]

/** A proposal with what decides on others, and who has voted. */
export interface Proposal extends RuledProposal {
  proposer: Address
  rank: Rank
  /** Whether the latest vote of each voter is For. */
  votes: ReadonlyMap<Address, boolean>
  /** The case of the flag in the 30 days before it was opened; null: protected by a vote. */
  flagCaseId: string | null
}

/** What is recorded about an address. */
export interface AddressRecord extends ProtectionRecord<Proposal> {
  /** Of its guarded vault. */
  recoveryAddress: Address | null
  isRecovered: boolean
}

/** All that the contracts hold about votes, flags, freezes and appeals. Changes give another community. */
export interface Community {
  /** The time of the present block, in Unix seconds. */
  now: number
  lastProposal: number
  lastFreeze: number
  lastFlag: number
  records: ReadonlyMap<Address, AddressRecord>
  /** The appointed accounts. */
  flaggers: readonly Address[]
  /** Accounts whose published scores let them vote. */
  standing: readonly Address[]
  /** When the places are free again that those have taken who may not vote. */
  sharedPlaces: readonly number[]
}

/** Why the contracts refuse something. */
type Refusal =
  | 'recovered'
  | 'not-frozen'
  | 'overruled'
  | 'nothing-stands'
  | 'topic'
  | 'own-places'
  | 'shared-places'
  | 'unknown'
  | 'closed'
  | 'not-eligible'
  | 'not-standing'
  | 'appealed'
  | 'not-approved'
  | 'too-early'
  | 'appeal-open'
  | 'not-appointed'
  | 'flagged'
  | 'barred'
  | 'not-flagged'
  | 'not-own'

/** A community after a transaction, or why it is refused. */
export type Outcome = Community | Refusal

export const isAccepted = (outcome: Outcome): outcome is Community => typeof outcome !== 'string'

const UNKNOWN: AddressRecord = {
  ...EMPTY_RECORD,
  proposals: [],
  recoveryAddress: null,
  isRecovered: false,
}

/** Returns the record of an address, empty where nothing is known about it. */
export const getRecord = ({ records }: Community, address: Address): AddressRecord =>
  records.get(address) ?? UNKNOWN

const STATES = new WeakMap<AddressRecord, ProtectionState>()

/** Returns what votes and time have made of an address by now. Computed once for each record and time. */
export function getState(c: Community, address: Address): ProtectionState {
  const record = getRecord(c, address)
  const known = STATES.get(record)
  if (known?.now === c.now) return known
  const state = getProtectionState(record, c.now)
  STATES.set(record, state)
  return state
}

/** Returns the proposal of a number; undefined where there is none. */
export function findProposal({ records }: Community, id: number): Proposal | undefined {
  for (const { proposals } of records.values()) {
    const found = proposals.find(({ ballot }) => ballot.id === id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether votes on a proposal count now; `state` is that of its target. */
export function isVotingOpen(proposal: RuledProposal, state: ProtectionState): boolean {
  const status = getProposalStatus(proposal, state)
  return status === 'pending' || status === 'active'
}

const withRecord = (c: Community, address: Address, change: Partial<AddressRecord>): Community => ({
  ...c,
  records: new Map(c.records).set(address, { ...getRecord(c, address), ...change }),
})

const withProposal = (c: Community, changed: Proposal): Community =>
  withRecord(c, changed.target, {
    proposals: getRecord(c, changed.target).proposals.map((proposal) =>
      proposal.ballot.id === changed.ballot.id ? changed : proposal,
    ),
  })

// ---------------------------------------------------------------- time

/** Records what votes and time have made of an address; this changes no state. */
export const settle = (c: Community, address: Address): Community =>
  withRecord(c, address, settleRecord(getRecord(c, address), getState(c, address)))

/** Records the status of a proposal too, as `DharmaGovernance.settle` does. */
export function settleProposal(c: Community, id: number): Community {
  const proposal = findProposal(c, id)
  if (proposal === undefined) return c
  const settled = settle(c, proposal.target)
  const found = findProposal(settled, id) ?? proposal
  const storedStatus = getProposalStatus(found, getState(settled, found.target))
  return withProposal(settled, { ...found, storedStatus })
}

// ---------------------------------------------------------------- proposals and votes

/** Who proposes what. */
export interface Motion {
  action: ProposalAction
  target: Address
  proposer: Address
}

/** Opens a vote. An unfreeze names the flag and the freeze that stand, a recovery the freeze. */
export function propose(c: Community, motion: Motion): Outcome {
  const refusal = findProposalRefusal(c, motion)
  if (refusal !== null) return refusal
  const { action, target } = motion
  const { flag, freeze } = getState(c, target)
  const rank = getRank(c, motion)
  const proposal = {
    ...motion,
    flagNumber: action === 'unfreeze' ? (flag?.number ?? null) : null,
    freezeNumber: action === 'freeze' ? null : (freeze?.number ?? null),
    isAppeal: false,
    rank,
    flagCaseId: action === 'freeze' ? getRecentCaseId(c, target) : null,
  }
  const free = c.now + VOTING_SECONDS
  const sharedPlaces = rank === 'other' ? [...listTakenPlaces(c), free] : c.sharedPlaces
  return openVoting({ ...c, sharedPlaces }, proposal)
}

type Draft = Omit<Proposal, 'ballot' | 'votes' | 'storedStatus' | 'storedOutcome' | 'executedAt'>

function openVoting(c: Community, draft: Draft): Community {
  const id = c.lastProposal + 1
  const votingEndsAt = c.now + VOTING_SECONDS
  const proposal: Proposal = {
    ...draft,
    ballot: {
      id,
      createdAt: c.now,
      votingEndsAt,
      executableUntil: votingEndsAt + EXECUTION_SECONDS,
      votesFor: 0,
      votesAgainst: 0,
      minVotesFor: MIN_VOTES_FOR[draft.action],
    },
    votes: new Map(),
    storedStatus: 'pending',
    storedOutcome: null,
    executedAt: null,
  }
  const { proposals } = getRecord(c, draft.target)
  const opened = withRecord(c, draft.target, { proposals: [...proposals, proposal] })
  return { ...opened, lastProposal: id }
}

/** The case of the flag that an address carries, or carried in the 30 days before. */
function getRecentCaseId(c: Community, target: Address): string | null {
  const { flag, flagLiftedAt } = getState(c, target)
  if (flag !== null) return flag.caseId
  const last = getRecord(c, target).flags.at(-1)
  const liftedAt = flagLiftedAt ?? last?.liftedAt ?? null
  const isRecent = liftedAt !== null && c.now - liftedAt < MEMORY_SECONDS
  return isRecent ? (last?.caseId ?? null) : null
}

/** Returns why a motion is refused now; null when it is not. */
export function findProposalRefusal(c: Community, motion: Motion): Refusal | null {
  const { action, target } = motion
  const { flag, freeze, freezeOverruledAt } = getState(c, target)
  if (action === 'recover') {
    if (getRecord(c, target).isRecovered) return 'recovered'
    if (freeze === null) return 'not-frozen'
    if (freezeOverruledAt !== null) return 'overruled'
  }
  if (action === 'unfreeze' && flag === null && freeze === null) return 'nothing-stands'
  return findRival(c, motion) === undefined ? findPlaceRefusal(c, motion) : 'topic'
}

/** Finds the open vote on the same action, address and freeze that keeps out a motion of no higher rank. */
export function findRival(c: Community, motion: Motion): Proposal | undefined {
  const { action, target } = motion
  const state = getState(c, target)
  const number = action === 'freeze' ? null : (state.freeze?.number ?? null)
  const rank = RANKS.indexOf(getRank(c, motion))
  return getRecord(c, target).proposals.find(
    (proposal) =>
      proposal.action === action &&
      proposal.freezeNumber === number &&
      !proposal.isAppeal &&
      RANKS.indexOf(proposal.rank) >= rank &&
      isVotingOpen(proposal, state),
  )
}

function findPlaceRefusal(c: Community, motion: Motion): Refusal | null {
  const rank = getRank(c, motion)
  const own = countOpen(c, motion.proposer)
  if (own >= (rank === 'appointed' ? MAX_OPEN_PER_APPOINTED : MAX_OPEN_PER_PERSON))
    return 'own-places'
  const isShared = rank === 'other'
  return isShared && listTakenPlaces(c).length >= MAX_SHARED_PLACES ? 'shared-places' : null
}

/** Counts the open votes that a proposer has opened, without appeals. */
function countOpen(c: Community, proposer: Address): number {
  let count = 0
  for (const [address, { proposals }] of c.records) {
    const own = proposals.filter((proposal) => proposal.proposer === proposer && !proposal.isAppeal)
    if (own.length === 0) continue
    const state = getState(c, address)
    count += own.filter((proposal) => isVotingOpen(proposal, state)).length
  }
  return count
}

const listTakenPlaces = ({ sharedPlaces, now }: Community): readonly number[] =>
  sharedPlaces.filter((free) => free > now)

/** Appointed accounts, then those who may vote on it, then all others, the target among them. */
function getRank(c: Community, { action, target, proposer }: Motion): Rank {
  if (proposer === target) return 'other'
  if (c.flaggers.includes(proposer)) return 'appointed'
  return mayVote(c, proposer, { action, target }) ? 'voter' : 'other'
}

/** Whether an account may vote on an action against an address now. */
export function mayVote(
  c: Community,
  voter: Address,
  { action, target }: Pick<Motion, 'action' | 'target'>,
): boolean {
  if (voter === target || !c.standing.includes(voter)) return false
  if (action === 'recover' && voter === getRecord(c, target).recoveryAddress) return false
  const { flag, freeze } = getState(c, voter)
  return flag === null || freeze === null
}

/** Counts a vote in the place of an earlier one of the same voter. */
export function vote(
  c: Community,
  { id, voter, support }: { id: number; voter: Address; support: boolean },
): Outcome {
  const proposal = findProposal(c, id)
  if (proposal === undefined) return 'unknown'
  if (!isVotingOpen(proposal, getState(c, proposal.target))) return 'closed'
  if (!mayVote(c, voter, proposal)) return 'not-eligible'
  const votes = new Map(proposal.votes).set(voter, support)
  const ballot = { ...proposal.ballot, ...countVotes([...votes.values()]) }
  return withProposal(c, { ...proposal, votes, ballot, storedStatus: 'active' })
}

/** Opens an appeal of an address against its flag or its freeze, and the vote that decides it. */
export function appeal(c: Community, address: Address, subject: AppealSubject): Outcome {
  const state = getState(c, address)
  const obstacle = getAppealObstacle(state, subject)
  if (obstacle !== null) return obstacle.code
  const flagNumber = 'flagNumber' in subject ? subject.flagNumber : null
  const freezeNumber = 'freezeNumber' in subject ? subject.freezeNumber : null
  const opened = openVoting(c, {
    action: 'unfreeze',
    target: address,
    proposer: address,
    flagNumber,
    freezeNumber,
    isAppeal: true,
    rank: 'other',
    flagCaseId: null,
  })
  const opening = {
    id: opened.lastProposal,
    flagNumber,
    freezeNumber,
    caseId: flagNumber === null ? null : (state.flag?.caseId ?? null),
    openedAt: c.now,
    deadline: c.now + VOTING_SECONDS,
    stored: null,
  }
  const { appeals } = getRecord(c, address)
  return withRecord(opened, address, { appeals: [...appeals, opening] })
}

// ---------------------------------------------------------------- execution

/** The DAO executes an approved proposal. */
export function execute(c: Community, id: number): Outcome {
  const settled = settleProposal(c, id)
  const proposal = findProposal(settled, id)
  if (proposal?.storedStatus !== 'approved') return 'not-approved'
  const { target } = proposal
  const obstacle = getExecutionObstacle(proposal, getState(settled, target))
  if (obstacle !== null) return obstacle.code
  const executed = withProposal(settled, {
    ...proposal,
    storedStatus: 'executed',
    executedAt: c.now,
  })
  switch (proposal.action) {
    case 'freeze':
      return freezeAddress(executed, proposal)
    case 'unfreeze':
      return settle(unfreezeAddress(executed, proposal), target)
    case 'recover':
      return settle(withRecord(executed, target, { isRecovered: true }), target)
  }
}

/** Renews the freeze that holds, or begins a new one where a vote has overruled that. */
function freezeAddress(c: Community, { target, ballot, flagCaseId }: Proposal): Community {
  const { freeze, freezeOverruledAt } = getState(c, target)
  const renewal = { proposalId: ballot.id, renewedAt: c.now, flagCaseId }
  if (freeze !== null && freezeOverruledAt === null)
    return changeFreeze(c, target, (last) => ({ ...last, ...renewal }))
  const number = c.lastFreeze + 1
  const ended = freeze === null ? c : settle(endFreeze(c, target), target)
  const begun = {
    ...renewal,
    number,
    since: c.now,
    endedAt: null,
    overruledAt: null,
    lastOverruledAt: null,
  }
  const { freezes } = getRecord(ended, target)
  return withRecord({ ...ended, lastFreeze: number }, target, { freezes: [...freezes, begun] })
}

/** Ends the freeze and lifts the flag that an unfreeze names, as far as they stand. */
function unfreezeAddress(c: Community, { target, flagNumber, freezeNumber }: Proposal): Community {
  const { flag, freeze } = getState(c, target)
  const ends = freeze !== null && freeze.number === freezeNumber
  const lifts = flag !== null && flag.number === flagNumber
  const ended = ends ? endFreeze(c, target) : c
  return lifts ? liftFlag(ended, target, toBarOfLift(flag, c.now)) : ended
}

const endFreeze = (c: Community, address: Address): Community =>
  changeFreeze(c, address, (last) => ({ ...last, endedAt: c.now }))

type Freeze = AddressRecord['freezes'][number]

const changeFreeze = (
  c: Community,
  address: Address,
  change: (last: Freeze) => Freeze,
): Community =>
  withRecord(c, address, {
    freezes: getRecord(c, address).freezes.map((freeze, index, { length }) =>
      index === length - 1 ? change(freeze) : freeze,
    ),
  })

/** Lifts the recorded flag, and keeps somebody from flagging. */
function liftFlag(c: Community, address: Address, bar: Bar | null): Community {
  const { flags, bars } = getRecord(c, address)
  return withRecord(c, address, {
    flags: flags.map((flag): RecordedFlag => ({ ...flag, liftedAt: flag.liftedAt ?? c.now })),
    bars: bar === null ? bars : [...bars, bar],
  })
}

// ---------------------------------------------------------------- flags

/** An appointed account flags an address that carries no flag. */
export function setFlag(
  c: Community,
  { address, flagger, reasonCode }: { address: Address; flagger: Address; reasonCode: string },
): Outcome {
  if (!c.flaggers.includes(flagger)) return 'not-appointed'
  const settled = settle(c, address)
  const state = getState(settled, address)
  if (state.flag !== null) return 'flagged'
  if (getBarredUntil(state, { flagger, reasonCode }) !== null) return 'barred'
  const number = c.lastFlag + 1
  const flag: RecordedFlag = {
    number,
    caseId: `${number}`,
    reasonCode,
    flagger,
    flaggedAt: c.now,
    liftedAt: null,
  }
  const { flags } = getRecord(settled, address)
  return withRecord({ ...settled, lastFlag: number }, address, { flags: [...flags, flag] })
}

/** A flagger lifts its own flag, or that of one who was dismissed. */
export function unflag(
  c: Community,
  { address, flagger }: { address: Address; flagger: Address },
): Outcome {
  if (!c.flaggers.includes(flagger)) return 'not-appointed'
  const settled = settle(c, address)
  const { flag, flagNamedUntil } = getState(settled, address)
  if (flag === null) return 'not-flagged'
  const isOwn = flag.flagger === flagger
  if (!isOwn && c.flaggers.includes(flag.flagger)) return 'not-own'
  const isNamed = c.now < flagNamedUntil
  const isHasty = isOwn && c.now - flag.flaggedAt < HASTY_LIFT_SECONDS
  const reasonCode = isNamed ? null : flag.reasonCode
  const bar = { reasonCode, flagger, until: c.now + BAR_SECONDS }
  return settle(liftFlag(settled, address, isNamed || isHasty ? bar : null), address)
}

/** The account of the contracts ends the power of a flagger. */
export function dismiss(c: Community, flagger: Address): Outcome {
  if (!c.flaggers.includes(flagger)) return 'not-appointed'
  return { ...c, flaggers: c.flaggers.filter((other) => other !== flagger) }
}
