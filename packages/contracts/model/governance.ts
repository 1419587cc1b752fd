import type { Rules } from './sentences.ts'

/** Hours. */
export const DAY = 24
export const WEEK = 168
export const RECOVERY_DELAY = 72
export const MONTH = 720
/** Earlier than everything that matters. */
export const LONG_AGO = -100_000

const PERSON_PLACES = 3
const APPOINTED_PLACES = 10
const QUORUM = 3
/** Stands for every code or every flagger in a bar. */
export const ALL = '*'

export type Action = 'freeze' | 'unfreeze' | 'recover'
export type Status = 'open' | 'approved' | 'rejected' | 'expired' | 'executed'
export type AppealStatus = 'open' | 'upheld' | 'denied' | 'undecided' | 'void'
type Rank = 0 | 1 | 2

/** 0 in `freeze`, `flag` and `appeal`: none. `yes` and `no` are sets of voters, one bit each. */
export interface Proposal {
  readonly number: number
  readonly action: Action
  readonly address: number
  readonly by: string
  readonly rank: Rank
  readonly openedAt: number
  readonly yes: number
  readonly no: number
  readonly status: Status
  /** What the voting decided; undefined while it is open. */
  readonly result: 'approved' | 'rejected' | 'expired' | undefined
  readonly freeze: number
  readonly flag: number
  readonly appeal: number
  readonly isProtection: boolean
}

export interface Appeal {
  readonly number: number
  readonly address: number
  readonly against: 'freeze' | 'flag'
  readonly subject: number
  readonly openedAt: number
  readonly proposal: number
  readonly status: AppealStatus
  readonly closedAt: number
  /** 1 for the first against its subject. */
  readonly nth: number
}

export interface Freeze {
  readonly number: number
  readonly since: number
  readonly renewedAt: number
  readonly endedAt: number | undefined
  readonly executions: number
  readonly isProtection: boolean
}

export interface Flag {
  readonly number: number
  readonly code: string
  readonly by: string
  readonly since: number
}

interface Bar {
  readonly code: string
  readonly by: string
  readonly until: number
}

export interface AddressRecord {
  /** The last freeze, also when it has ended, until the record is cleared. */
  readonly freeze: Freeze | undefined
  readonly flag: Flag | undefined
  readonly bars: readonly Bar[]
  /** When an undecided appeal last lifted each code. */
  readonly silences: readonly (readonly [code: string, at: number])[]
  /** The end of the latest voting that approved the unfreeze of a standing freeze, and that freeze. */
  readonly overruledAt: number
  readonly overruledFreeze: number
  readonly lastFlagAt: number
  readonly isRecovered: boolean
}

/** What stays the same throughout a walk or a search. */
export interface Setup {
  readonly flaggers: readonly string[]
  /** At most 30; the place in the list is the bit in `yes`, `no` and `standing`. */
  readonly voters: readonly string[]
  /** For each address, who owns it and to whom its vault may be recovered. */
  readonly owners: readonly string[]
  readonly heirs: readonly string[]
  readonly sharedPlaces: number
}

export interface Community {
  readonly setup: Setup
  readonly now: number
  readonly lastProposal: number
  readonly lastAppeal: number
  readonly lastFreeze: number
  readonly lastFlag: number
  readonly proposals: readonly Proposal[]
  readonly appeals: readonly Appeal[]
  readonly records: readonly AddressRecord[]
  readonly dismissed: readonly string[]
  /** The voters whose score gives them standing. */
  readonly standing: number
}

/** A community after an action, or in a word why the action is refused. */
export type Outcome = Community | string
export const isAccepted = (outcome: Outcome): outcome is Community => typeof outcome !== 'string'

const EMPTY_RECORD: AddressRecord = {
  freeze: undefined,
  flag: undefined,
  bars: [],
  silences: [],
  overruledAt: LONG_AGO,
  overruledFreeze: 0,
  lastFlagAt: LONG_AGO,
  isRecovered: false,
}

/** Nothing has happened yet; everybody in `voters` has standing. */
export function foundCommunity(setup: Setup): Community {
  return {
    setup,
    now: 0,
    lastProposal: 0,
    lastAppeal: 0,
    lastFreeze: 0,
    lastFlag: 0,
    proposals: [],
    appeals: [],
    records: setup.owners.map(() => EMPTY_RECORD),
    dismissed: [],
    standing: 2 ** setup.voters.length - 1,
  }
}

// ---------------------------------------------------------------- reading

/** The record of an address that the community knows. */
export function getRecord(c: Community, address: number): AddressRecord {
  const record = c.records[address]
  if (record === undefined) throw new Error(`The community has no address ${address}`)
  return record
}

/** The freeze that holds. */
export function getStanding(record: AddressRecord): Freeze | undefined {
  return record.freeze?.endedAt === undefined ? record.freeze : undefined
}

const isStanding = (record: AddressRecord, number: number) =>
  number !== 0 && getStanding(record)?.number === number
const isFlagged = (record: AddressRecord, number: number) =>
  number !== 0 && record.flag?.number === number

/** The number of voters in a set. */
export function countVotes(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** When the voting on a proposal ends. */
export function getEnd(rules: Rules, p: Proposal): number {
  return p.openedAt + (rules.votingLastsADay ? DAY : 3 * DAY)
}

/** When an approved proposal is expired. */
const getExpiry = (rules: Rules, p: Proposal) =>
  getEnd(rules, p) + (rules.executionWeek ? WEEK : MONTH)

/** Whether somebody may vote on an action against an address now (rule 28). */
export function mayVote(rules: Rules, c: Community, [who, action, address]: Ballot): boolean {
  const bit = c.setup.voters.indexOf(who)
  if (bit < 0 || (c.standing & (1 << bit)) === 0) return false
  if (rules.targetDoesNotVote && c.setup.owners[address] === who) return false
  if (rules.heirDoesNotVote && action === 'recover' && c.setup.heirs[address] === who) return false
  const own = c.records[c.setup.owners.indexOf(who)]
  if (own === undefined) return true
  const [isFrozen, hasFlag] = [getStanding(own) !== undefined, own.flag !== undefined]
  if (!rules.frozenAloneVotes && (isFrozen || hasFlag)) return false
  return !(rules.frozenAndFlaggedIsBarred && isFrozen && hasFlag)
}

type Ballot = readonly [who: string, action: Action, address: number]
const isAppointed = (c: Community, who: string) =>
  c.setup.flaggers.includes(who) && !c.dismissed.includes(who)

/** Appointed accounts, then those who may vote on it, then all others, the target among them (rule 10). */
function getRank(rules: Rules, c: Community, [who, action, address]: Ballot): Rank {
  if (c.setup.owners[address] === who) return 0
  if (isAppointed(c, who)) return 2
  return mayVote(rules, c, [who, action, address]) ? 1 : 0
}

const currentRank = (rules: Rules, c: Community, p: Proposal) =>
  rules.rankStays ? p.rank : getRank(rules, c, [p.by, p.action, p.address])

/** When the standing freeze of an address lapses as things are (rules 13 and 14). */
export function getLapse(rules: Rules, c: Community, address: number): number {
  const record = getRecord(c, address)
  const freeze = getStanding(record)
  if (freeze === undefined) throw new Error(`Address ${address} is not frozen`)
  const base = (rules.freezeLastsAWeek ? freeze.renewedAt : freeze.since) + WEEK
  let lapse = base
  if (!rules.recoveryHolds) return lapse
  for (const p of c.proposals) {
    if (p.action !== 'recover' || p.address !== address || p.freeze !== freeze.number) continue
    const end = getEnd(rules, p)
    const isInTime = rules.timeOrder ? end < base : end <= base
    if (isInTime && isHolding(rules, record, p)) lapse = Math.max(lapse, getExpiry(rules, p))
  }
  return lapse
}

function isHolding(rules: Rules, record: AddressRecord, p: Proposal): boolean {
  if (p.result !== 'approved') return false
  return !rules.approvalEndsHold || record.overruledFreeze !== p.freeze
}

// ---------------------------------------------------------------- changing

const withProposal = (c: Community, p: Proposal): Community => ({
  ...c,
  proposals: c.proposals.map((other) => (other.number === p.number ? p : other)),
})

const withAppeal = (c: Community, appeal: Appeal): Community => ({
  ...c,
  appeals: c.appeals.map((other) => (other.number === appeal.number ? appeal : other)),
})

const withRecord = (c: Community, address: number, change: Partial<AddressRecord>): Community => ({
  ...c,
  records: c.records.map((record, i) => (i === address ? { ...record, ...change } : record)),
})

/** Lifts the flag that stands, and bars its code (or `bar.code`) to `bar.by`. */
function liftFlag(c: Community, address: number, bar?: { by: string; code?: string }): Community {
  const { flag, bars } = getRecord(c, address)
  if (flag === undefined) return c
  const valid = bars.filter(({ until }) => until > c.now)
  return withRecord(c, address, {
    flag: undefined,
    lastFlagAt: c.now,
    bars: bar ? [...valid, { code: flag.code, until: c.now + WEEK, ...bar }] : valid,
  })
}

function endFreeze(c: Community, address: number): Community {
  const { freeze } = getRecord(c, address)
  return freeze ? withRecord(c, address, { freeze: { ...freeze, endedAt: c.now } }) : c
}

function closeAppeal(rules: Rules, c: Community, [appeal, status]: [Appeal, AppealStatus]) {
  const closed = withAppeal(c, { ...appeal, status, closedAt: c.now })
  if (appeal.against !== 'flag') return closed
  const record = getRecord(closed, appeal.address)
  if (!isFlagged(record, appeal.subject)) return closed
  if (status === 'upheld' && rules.upheldLifts) return decideLift(rules, closed, appeal.address)
  if (status === 'undecided' && rules.undecidedLifts)
    return liftBySilence(rules, closed, appeal.address)
  return closed
}

/** Lifts a flag by a vote or an undecided appeal. */
const decideLift = (rules: Rules, c: Community, address: number) =>
  liftFlag(c, address, rules.barAfterLift ? { by: ALL } : undefined)

function liftBySilence(rules: Rules, c: Community, address: number): Community {
  const { flag, silences } = getRecord(c, address)
  if (flag === undefined) return c
  const valid = silences.filter(([, at]) => c.now < at + MONTH)
  const isSilenced = valid.some(([code]) => haveOneGround(rules, code, flag.code))
  if (rules.silenceLiftsOnce && isSilenced) return c
  const noted = withRecord(c, address, { silences: [...valid, [flag.code, c.now]] })
  return decideLift(rules, noted, address)
}

const isPending = (p: Proposal) => p.status === 'open' || p.status === 'approved'

/** Whether a decision or an end leaves nothing for a proposal to do (rules 7, 8, 9 and 16). */
function isOverruled(rules: Rules, c: Community, p: Proposal): boolean {
  if (!isPending(p)) return false
  const record = getRecord(c, p.address)
  if (p.action === 'freeze') return p.openedAt < record.overruledAt
  if (p.action === 'recover') {
    if (record.isRecovered || record.overruledFreeze === p.freeze) return true
    return rules.recoverWhileFrozen && !isStanding(record, p.freeze)
  }
  if (!rules.expiresWithItsNumbers || !rules.namesNumbers) return false
  if (rules.ownApprovalStays && isUpheldAgainstFlag(p)) return false
  return !isStanding(record, p.freeze) && !isFlagged(record, p.flag)
}

const isUpheldAgainstFlag = (p: Proposal) =>
  p.result === 'approved' && p.appeal !== 0 && p.freeze === 0

/** Expires what a decision overruled, and closes appeals whose subject has ended. */
function sweep(rules: Rules, c: Community): Community {
  let swept = c
  for (const p of c.proposals)
    if (isOverruled(rules, c, p)) swept = withProposal(swept, { ...p, status: 'expired' })
  if (!rules.appealClosesWithItsNumber) return swept
  for (const appeal of swept.appeals) {
    if (appeal.status !== 'open') continue
    const record = getRecord(c, appeal.address)
    const stands = appeal.against === 'freeze' ? isStanding : isFlagged
    if (!stands(record, appeal.subject)) swept = closeAppeal(rules, swept, [appeal, 'void'])
  }
  return swept
}

// ---------------------------------------------------------------- time

type Due =
  | { at: number; order: 0; proposal: Proposal }
  | { at: number; order: 1; proposal: Proposal }
  | { at: number; order: 2; appeal: Appeal }
  | { at: number; order: 3 | 4; address: number }

const getTieNumber = (due: Due) => (due.order === 0 ? due.proposal.number : 0)

/** Whether `a` happens before `b`; `isReversed` turns around what rule 4 leaves open. */
function isBefore(rules: Rules, [a, b]: [Due, Due], isReversed: boolean): boolean {
  if (a.at !== b.at) return a.at < b.at
  if (rules.timeOrder) {
    if ((a.order === 0) !== (b.order === 0)) return a.order === 0
    if (a.order === 0) return getTieNumber(a) < getTieNumber(b)
  }
  if (a.order !== b.order) return a.order < b.order !== isReversed
  return getTieNumber(a) < getTieNumber(b) !== isReversed
}

/** The next thing that time brings. */
export function findDue(rules: Rules, c: Community, isReversed = false): Due | undefined {
  let first: Due | undefined
  const consider = (due: Due) => {
    if (first === undefined || isBefore(rules, [due, first], isReversed)) first = due
  }
  for (const p of c.proposals) {
    if (p.status === 'open') consider({ at: getEnd(rules, p), order: 0, proposal: p })
    else if (p.status === 'approved') consider({ at: getExpiry(rules, p), order: 1, proposal: p })
  }
  if (!rules.appealEndsWithVoting)
    for (const appeal of c.appeals)
      if (appeal.status === 'open') consider({ at: appeal.openedAt + 3 * DAY, order: 2, appeal })
  c.records.forEach(({ freeze, flag, bars }, address) => {
    if (freeze === undefined) return
    if (freeze.endedAt === undefined)
      consider({ at: Math.max(c.now, getLapse(rules, c, address)), order: 3, address })
    else if (flag === undefined)
      consider({ at: getClearing(c.now, freeze.endedAt, bars), order: 4, address })
  })
  return first
}

/** A record is cleared 30 days after its freeze, and after its last bar. */
const getClearing = (now: number, endedAt: number, bars: readonly Bar[]) =>
  Math.max(now, endedAt + MONTH, ...bars.map(({ until }) => until))

/** The result of a voting as its votes stand. */
export function countResult(rules: Rules, p: Proposal): 'approved' | 'rejected' | 'expired' {
  const [yes, no] = [countVotes(p.yes), countVotes(p.no)]
  if (yes + no < (rules.quorum ? QUORUM : 1)) return 'expired'
  const hasMajority = rules.majority ? yes > no : yes > 0
  const needed = p.action === 'recover' && rules.recoveryQuorum ? QUORUM : 0
  return hasMajority && yes >= needed ? 'approved' : 'rejected'
}

const APPEAL_RESULTS = { approved: 'upheld', rejected: 'denied', expired: 'undecided' } as const

function endVoting(rules: Rules, c: Community, open: Proposal): Community {
  const p = dropLostVotes(rules, c, open)
  const result = countResult(rules, p)
  let ended = withProposal(c, { ...p, status: result, result })
  const appeal = c.appeals.find(({ number }) => number === p.appeal)
  if (result === 'approved' && p.action === 'unfreeze' && rules.decidedAtEnd)
    if (rules.approvalOverrules || appeal !== undefined) ended = overrule(rules, ended, p)
  if (appeal?.status !== 'open') return ended
  if (result === 'expired' && !rules.appealEndsWithVoting) return ended
  return closeAppeal(rules, ended, [appeal, APPEAL_RESULTS[result]])
}

function dropLostVotes(rules: Rules, c: Community, p: Proposal): Proposal {
  if (rules.voteStaysAsCast) return p
  const valid = c.setup.voters.reduce(
    (set, who, bit) => (mayVote(rules, c, [who, p.action, p.address]) ? set | (1 << bit) : set),
    0,
  )
  return { ...p, yes: p.yes & valid, no: p.no & valid }
}

/** An approved unfreeze ends earlier freezes and every recovery under its freeze (rule 8). */
function overrule(rules: Rules, c: Community, p: Proposal): Community {
  const record = getRecord(c, p.address)
  const freeze = getStanding(record)
  if (freeze === undefined || (rules.namesNumbers && freeze.number !== p.freeze)) return c
  return withRecord(c, p.address, { overruledAt: c.now, overruledFreeze: freeze.number })
}

function happen(rules: Rules, c: Community, due: Due): Community {
  switch (due.order) {
    case 0:
      return endVoting(rules, c, due.proposal)
    case 1:
      return withProposal(c, { ...due.proposal, status: 'expired' })
    case 2:
      return closeAppeal(rules, c, [due.appeal, 'undecided'])
    case 3:
      return endFreeze(c, due.address)
    case 4:
      return withRecord(c, due.address, { freeze: undefined })
  }
}

/** Brings the community to an hour. Everything due by then happens in the order of time (rule 4). */
export const advance = (rules: Rules, c: Community, to: number): Community =>
  advanceInOrder(rules, c, { to, isReversed: false })

/** `isReversed` turns around the order of what falls on one hour, as far as rule 4 leaves it open. */
export function advanceInOrder(
  rules: Rules,
  c: Community,
  { to, isReversed }: { to: number; isReversed: boolean },
): Community {
  let current = c
  for (;;) {
    const due = findDue(rules, current, isReversed)
    if (due === undefined || due.at > to)
      return current.now === to ? current : { ...current, now: to }
    current = { ...current, now: Math.max(current.now, due.at) }
    current = sweep(rules, happen(rules, current, due))
  }
}

// ---------------------------------------------------------------- proposals and votes

export interface Motion {
  action: Action
  address: number
  by: string
  yes: number
  no: number
}

/** The proposal that keeps a motion out. */
export function findRival(rules: Rules, c: Community, motion: Motion): Proposal | undefined {
  const { action, address, by } = motion
  const freeze = getStanding(getRecord(c, address))?.number ?? 0
  const rank = getRank(rules, c, [by, action, address])
  return c.proposals.find((p) => {
    if (p.action !== action || p.address !== address) return false
    if (action === 'unfreeze' && rules.namesNumbers && p.freeze !== freeze) return false
    return isHoldingTopic(rules, p) && !(rules.ranks && rank > currentRank(rules, c, p))
  })
}

function isHoldingTopic(rules: Rules, p: Proposal): boolean {
  if (p.appeal !== 0 && rules.appealIsOutsideTopics) return false
  return p.status === 'open' || (p.status === 'approved' && !rules.topicEndsWithVoting)
}

/** Why a motion finds no place. */
function refusePlace(rules: Rules, c: Community, motion: Motion): string | undefined {
  const counted = c.proposals.filter((p) => p.appeal === 0 || !rules.appealIsOutsideTopics)
  const open = counted.filter((p) => p.status === 'open')
  const own = open.filter((p) => p.by === motion.by).length
  const rank = getRank(rules, c, [motion.by, motion.action, motion.address])
  const isAlone = rank === 2 && rules.appointedPlaces
  if (isAlone ? own >= APPOINTED_PLACES : rules.personPlaces && own >= PERSON_PLACES)
    return 'own-places'
  if (rank === 1 || isAlone) return undefined
  const shared = counted.filter((p) => p.rank === 0 && isHoldingPlace(rules, c, p)).length
  return shared >= c.setup.sharedPlaces ? 'shared-places' : undefined
}

/** Whether a proposal of somebody who may not vote holds its place (24 hours, however the vote ends). */
export function isHoldingPlace(rules: Rules, c: Community, p: Proposal): boolean {
  if (!rules.sharedPlaces) return p.status === 'open' && (p.yes | p.no) === 0
  return p.openedAt + DAY > c.now
}

/** Why a motion is refused now. */
export function refuse(rules: Rules, c: Community, motion: Motion): string | undefined {
  const record = getRecord(c, motion.address)
  const freeze = getStanding(record)
  if (motion.action === 'recover') {
    if (record.isRecovered) return 'recovered'
    if (freeze === undefined) return 'not-frozen'
    if (record.overruledFreeze === freeze.number) return 'overruled'
  }
  if (motion.action === 'unfreeze' && freeze === undefined && record.flag === undefined)
    return 'nothing-stands'
  return findRival(rules, c, motion) ? 'topic' : refusePlace(rules, c, motion)
}

/** Opens a vote; `motion.yes` and `motion.no` vote at once. */
export function propose(rules: Rules, c: Community, motion: Motion): Outcome {
  const refusal = refuse(rules, c, motion)
  if (refusal !== undefined) return refusal
  const { action, address, by } = motion
  const record = getRecord(c, address)
  const p: Proposal = {
    ...motion,
    number: c.lastProposal + 1,
    rank: getRank(rules, c, [by, action, address]),
    openedAt: c.now,
    status: 'open',
    result: undefined,
    freeze: action === 'freeze' ? 0 : (getStanding(record)?.number ?? 0),
    flag: action === 'unfreeze' ? (record.flag?.number ?? 0) : 0,
    appeal: 0,
    isProtection: isProtection(c, address),
  }
  return { ...c, lastProposal: p.number, proposals: [...c.proposals, p] }
}

/** Whether an address carries no flag and carried none in the last 30 days (rule 15). */
function isProtection(c: Community, address: number): boolean {
  const { flag, lastFlagAt } = getRecord(c, address)
  return flag === undefined && lastFlagAt <= c.now - MONTH
}

export const getProposal = (c: Community, number: number) =>
  c.proposals.find((p) => p.number === number)

/** Casts or replaces one vote. */
export function vote(rules: Rules, c: Community, cast: Cast): Outcome {
  const p = getProposal(c, cast.proposal)
  if (p === undefined) return 'unknown'
  if (p.status !== 'open') return 'closed'
  const bit = 1 << c.setup.voters.indexOf(cast.by)
  const isReplaced = ((p.yes | p.no) & bit) !== 0
  const isFree = isReplaced && !rules.replacerIsEligible
  if (!isFree && !mayVote(rules, c, [cast.by, p.action, p.address])) return 'not-eligible'
  const [yes, no] = [p.yes & ~bit, p.no & ~bit]
  return withProposal(c, cast.supports ? { ...p, yes: yes | bit, no } : { ...p, yes, no: no | bit })
}

export interface Cast {
  proposal: number
  by: string
  supports: boolean
}

// ---------------------------------------------------------------- appeals

export interface Objection {
  address: number
  against: 'freeze' | 'flag'
  /** The number that the target's message names. */
  subject: number
  yes: number
  no: number
}

/** Why an appeal is refused now (rules 19 and 22). */
export function refuseAppeal(rules: Rules, c: Community, objection: Objection) {
  const record = getRecord(c, objection.address)
  const { against, subject } = objection
  const freeze = getStanding(record)
  const standing = against === 'freeze' ? freeze?.number : record.flag?.number
  if (standing === undefined || (rules.appealNamesNumber && standing !== subject))
    return 'not-standing'
  if (rules.oneAppealAtATime) {
    const mine = c.appeals.filter((a) => a.against === against && a.subject === standing)
    const isUsed = rules.appealsAreCounted
      ? mine.length >= countAppealsAllowed(freeze, against)
      : mine.some((a) => against === 'flag' || a.openedAt >= (freeze?.renewedAt ?? 0))
    if (isUsed || mine.some((a) => a.status === 'open')) return 'appealed'
  }
  if (rules.appealIsOutsideTopics) return undefined
  return refuse(rules, c, toMotion(c, objection))
}

/** One against a flag; against a freeze as many as it was executed. */
export const countAppealsAllowed = (freeze: Freeze | undefined, against: 'freeze' | 'flag') =>
  against === 'flag' ? 1 : (freeze?.executions ?? 0)

function toMotion(c: Community, { address, yes, no }: Objection): Motion {
  return { action: 'unfreeze', address, by: c.setup.owners[address] ?? '', yes, no }
}

/** Opens an appeal and its vote. */
export function appeal(rules: Rules, c: Community, objection: Objection): Outcome {
  const refusal = refuseAppeal(rules, c, objection)
  if (refusal !== undefined) return refusal
  const { address, against } = objection
  const record = getRecord(c, address)
  const [freeze, flag] = [getStanding(record)?.number ?? 0, record.flag?.number ?? 0]
  const subject = against === 'freeze' ? freeze : flag
  const isAlone = rules.appealNamesOneThing
  const p: Proposal = {
    ...toMotion(c, objection),
    number: c.lastProposal + 1,
    rank: 0,
    openedAt: c.now,
    status: 'open',
    result: undefined,
    freeze: isAlone && against !== 'freeze' ? 0 : freeze,
    flag: isAlone && against !== 'flag' ? 0 : flag,
    appeal: c.lastAppeal + 1,
    isProtection: false,
  }
  const earlier = c.appeals.filter((a) => a.against === against && a.subject === subject)
  const opened: Appeal = {
    number: p.appeal,
    address,
    against,
    subject,
    openedAt: c.now,
    proposal: p.number,
    status: 'open',
    closedAt: LONG_AGO,
    nth: 1 + earlier.length,
  }
  return {
    ...c,
    lastProposal: p.number,
    lastAppeal: opened.number,
    proposals: [...c.proposals, p],
    appeals: [...c.appeals, opened],
  }
}

// ---------------------------------------------------------------- execution

/** Whether an open appeal against the standing freeze keeps recoveries from being executed (rule 18). */
export function isBlockedByAppeal(rules: Rules, c: Community, freeze: number): boolean {
  if (!rules.appealBlocksRecovery) return false
  return c.appeals.some(
    (a) =>
      a.against === 'freeze' &&
      a.subject === freeze &&
      a.status === 'open' &&
      (a.nth === 1 || !rules.onlyFirstAppealBlocks),
  )
}

/** Why the DAO cannot execute a proposal now. */
export function refuseExecution(rules: Rules, c: Community, p: Proposal): string | undefined {
  if (p.status !== 'approved') return 'not-approved'
  if (p.action !== 'recover') return undefined
  const freeze = getRecord(c, p.address).freeze
  if (rules.recoveryDelay && c.now < (freeze?.since ?? 0) + RECOVERY_DELAY) return 'too-early'
  return isBlockedByAppeal(rules, c, p.freeze) ? 'appeal-open' : undefined
}

/** The DAO executes a proposal. */
export function execute(rules: Rules, c: Community, number: number): Outcome {
  const p = getProposal(c, number)
  if (p === undefined) return 'unknown'
  const refusal = refuseExecution(rules, c, p)
  if (refusal !== undefined) return refusal
  const executed = withProposal(c, { ...p, status: 'executed' })
  const changed = applyProposal(rules, executed, p)
  return advance(rules, sweep(rules, changed), c.now)
}

function applyProposal(rules: Rules, c: Community, p: Proposal): Community {
  if (p.action === 'freeze') return applyFreeze(rules, c, p)
  if (p.action === 'recover') return withRecord(c, p.address, { isRecovered: true })
  let changed = rules.decidedAtEnd ? c : overrule(rules, c, p)
  const record = getRecord(c, p.address)
  if (!rules.namesNumbers || isStanding(record, p.freeze)) changed = endFreeze(changed, p.address)
  if (!rules.namesNumbers || isFlagged(record, p.flag))
    changed = decideLift(rules, changed, p.address)
  return changed
}

function applyFreeze(rules: Rules, c: Community, p: Proposal): Community {
  const record = getRecord(c, p.address)
  const last = rules.endedNeverHolds ? getStanding(record) : record.freeze
  const isDecided = rules.overruledIsNotRenewed && record.overruledFreeze === last?.number
  const protection = rules.protectedByVote ? p.isProtection : isProtection(c, p.address)
  if (last !== undefined && !isDecided) {
    const renewed: Freeze = {
      ...last,
      since: rules.sinceStays ? last.since : c.now,
      renewedAt: c.now,
      endedAt: undefined,
      executions: last.executions + 1,
      isProtection: rules.renewalIsShownAsVoted ? protection : last.isProtection,
    }
    return withRecord(c, p.address, { freeze: renewed })
  }
  const number = rules.numbersAreUnique ? c.lastFreeze + 1 : (record.freeze?.number ?? 0) + 1
  const freeze: Freeze = {
    number,
    since: c.now,
    renewedAt: c.now,
    endedAt: undefined,
    executions: 1,
    isProtection: protection,
  }
  return withRecord({ ...c, lastFreeze: c.lastFreeze + 1 }, p.address, { freeze })
}

// ---------------------------------------------------------------- flags

/** What a code rests on: `listed` and `contact` rest on the same list. */
export const getGround = (code: string): string => (code === 'contact' ? 'listed' : code)

const haveOneGround = (rules: Rules, one: string, other: string): boolean =>
  rules.listIsOneGround ? getGround(one) === getGround(other) : one === other

/** Whether a flagger may not set a code now (rule 25). */
export function isBarred(
  rules: Rules,
  c: Community,
  { address, by, code }: { address: number; by: string; code: string },
): boolean {
  return getRecord(c, address).bars.some(
    (bar) =>
      c.now < bar.until &&
      (haveOneGround(rules, bar.code, code) || bar.code === ALL) &&
      (bar.by === by || bar.by === ALL),
  )
}

/** Sets a flag. */
export function setFlag(
  rules: Rules,
  c: Community,
  { address, by, code }: { address: number; by: string; code: string },
): Outcome {
  if (c.dismissed.includes(by) || (rules.onlyAppointedFlag && !isAppointed(c, by)))
    return 'not-appointed'
  if (getRecord(c, address).flag !== undefined) return 'flagged'
  if (isBarred(rules, c, { address, by, code })) return 'barred'
  const flag: Flag = { number: c.lastFlag + 1, code, by, since: c.now }
  return withRecord({ ...c, lastFlag: flag.number }, address, { flag })
}

/** Whether a vote, an approved unfreeze that waits, or an appeal names the flag that stands. */
export function isNamed(c: Community, address: number): boolean {
  const { flag } = getRecord(c, address)
  if (flag === undefined) return false
  return c.proposals.some((p) => p.action === 'unfreeze' && p.flag === flag.number && isPending(p))
}

/** A flagger lifts a flag without a vote. */
export function unflag(
  rules: Rules,
  c: Community,
  { address, by }: { address: number; by: string },
): Outcome {
  const { flag } = getRecord(c, address)
  if (c.dismissed.includes(by) || !c.setup.flaggers.includes(by)) return 'not-appointed'
  if (flag === undefined) return 'not-flagged'
  const isOrphan = rules.dismissedFlagIsLifted && c.dismissed.includes(flag.by)
  if (rules.ownFlagOnly && flag.by !== by && !isOrphan) return 'not-own'
  return sweep(rules, liftFlag(c, address, chooseBar(rules, c, { flag, by, address })))
}

function chooseBar(
  rules: Rules,
  c: Community,
  { flag, by, address }: { flag: Flag; by: string; address: number },
) {
  const isOwn = flag.by === by
  const isBarring = rules.namedLiftBars && (isOwn || rules.anyNamedLiftBars)
  if (isBarring && isNamed(c, address)) return { by, code: ALL }
  return rules.earlyLiftBars && isOwn && c.now < flag.since + DAY ? { by } : undefined
}

/** The DAO dismisses a flagger. */
export function dismiss(c: Community, by: string): Outcome {
  if (!isAppointed(c, by)) return 'not-appointed'
  return { ...c, dismissed: [...c.dismissed, by] }
}
