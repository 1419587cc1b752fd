import {
  type AddressRecord,
  advanceInOrder,
  type Community,
  countAppealsAllowed,
  countVotes,
  DAY,
  execute,
  findDue,
  findRival,
  getEnd,
  getGround,
  getLapse,
  getProposal,
  getRecord,
  getStanding,
  isAccepted,
  isHoldingPlace,
  MONTH,
  mayVote,
  type Proposal,
  RECOVERY_DELAY,
  refuse,
  refuseAppeal,
  refuseExecution,
  unflag,
  WEEK,
} from './governance.ts'
import type { Rules } from './sentences.ts'

/** What must hold, in every world. A search returns the names of those that do not. */
export const PROPERTIES = {
  recoveryInTime:
    'A recovery is executed only under the freeze it names, 72 hours after that began, with no first appeal open.',
  freezeEnds:
    'A freeze outlasts its 7 days only beside a recovery approved in them, by at most 7 days each, and not once an unfreeze of it is approved.',
  freezeLasts: 'A freeze ends before its 7 days only by a decision.',
  decisionsStand:
    'No freeze proposed before an unfreeze was approved is executed after it, and no recovery under the unfrozen freeze.',
  nothingUnnamed: 'A decision ends only what stood, and was named, when its vote was opened.',
  clocksEnd: 'Nothing stays open or approved, and no appeal undecided, beyond its clock.',
  numbersDiffer: 'No number stands for two freezes, and no freeze holds again after it ended.',
  voterHasTheFloor: 'Who may vote is never kept out by those who may not.',
  agentHasTheFloor: 'An appointed account is never kept out by others.',
  topicsAreFree: 'No topic is held by what cannot take effect or what is decided.',
  placesHold: 'Nobody opens more votes at a time than there are places.',
  oneVoteEach: 'One vote is open for each action, freeze and rank.',
  fewDecideNothing: 'Fewer than three votes, or no majority of them, approve nothing.',
  orderDoesNotMatter:
    'Two executions in either order, and ties in any order, leave the same state.',
  ownerIsHeard:
    'An appeal is refused only for what it names, while one is open, or after as many as its number was set.',
  appealMeansIts: 'An appeal ends what it was signed against and nothing else.',
  oneAppealEach:
    'Nobody appeals against one number twice at a time, nor more often than it was set.',
  appealReadsTrue: 'An upheld appeal lifted its flag, and its proposal reads approved.',
  orphansAreLifted: 'The flag of a dismissed flagger is lifted without a vote.',
  silenceOnce: 'Silence lifts a ground at most once in 30 days.',
  voicesStay:
    'Nobody loses a vote, given or not, by a freeze alone or a flag alone; who may not vote changes nothing.',
  accusationIsKnown: 'Whether a freeze accuses is known when it is proposed.',
  thiefIsStopped: 'A thief never undoes what the community decided, and never drains the vault.',
  heirIsOutvoted:
    'A recovery address with two accomplices gets the vault only if the honest do not outvote it.',
  liftedByLiesIsMute: 'Whom a stolen publisher lifted does not vote within 7 days.',
  standingIsRestored: 'The lies of a dismissed publisher cost no honest voter the vote.',
  standingIsEarned: 'Who votes has 7 days of standing by a publisher that is not dismissed.',
  lowRecordCounts: 'Whom an honest live publisher puts below 55 neither votes nor reads as good.',
  youngIsQuiet: 'A publisher whose index covers little takes no vote from an honest voter.',
  liftedStaysLifted:
    'What a vote or an undecided appeal lifted is not flagged on that ground for 7 days.',
  bareTimeIsShort:
    'An owner who appeals at once is flagged without an open appeal for a bounded time.',
  honestFlagStands:
    'A stolen flagger neither keeps an honest one from flagging nor lifts its flag.',
  thiefIsFlagged:
    'A thief whom an honest flagger accuses goes unflagged only by a decision or that flagger.',
  liftIsNoEvasion:
    'A vote or an appeal that would lift a flag is not evaded by who lifts it first and sets it again.',
  juryIsNotChosen: 'An accusation takes no vote from those who would decide on it.',
  floodIsDecided: 'Few voters can decide every appeal that is open at once.',
  laterDepositsStay: 'What is deposited after a request never leaves by it.',
  nothingLeavesEarly: 'Nothing above the allowance leaves within 72 hours of its request.',
  lastKeyActs: 'Only the key bound last acts.',
  contentsAreReached: 'After a recovery somebody can take the contents.',
  heirIsOld:
    'The recovery address before the present one is another, and the present one is 72 hours old.',
  newOwnerIsFree: 'After a recovery nothing of the former owner acts or stops the new one.',
  requestsEnd: 'A request is used within 10 days.',
} satisfies Record<string, string>

export type PropertyName = keyof typeof PROPERTIES

/** What of the past the checks need, outside the community, so that forgetting cannot hide anything. */
export class History {
  readonly #firstSince = new Map<number, number>()
  readonly #ended = new Set<number>()
  readonly #silences = new Map<string, number>()
  readonly #grounds = new Map<number, string>()
  readonly #openAppeals = new Set<number>()
  readonly #accuses = new Map<number, boolean>()
  /** For each address, ends of votings that approved the unfreeze of a standing freeze, and that freeze. */
  readonly #unfrozen: { address: number; at: number; freeze: number }[] = []

  /** Notes what a community shows, and returns what it violates together with its past. */
  see(rules: Rules, c: Community): PropertyName[] {
    const violated: PropertyName[] = []
    for (const record of c.records) if (!this.#noteRecord(record)) violated.push('numbersDiffer')
    for (const p of c.proposals) this.#noteProposal(rules, c, p)
    if (this.#noteSilences(c)) violated.push('silenceOnce')
    return violated
  }

  /** Whether the freeze is the one that its number stood for, and had not ended. */
  #noteRecord({ freeze, flag }: AddressRecord): boolean {
    if (flag) this.#grounds.set(flag.number, getGround(flag.code))
    if (freeze === undefined) return true
    const since = this.#firstSince.get(freeze.number) ?? freeze.since
    this.#firstSince.set(freeze.number, since)
    if (freeze.endedAt === undefined)
      return !this.#ended.has(freeze.number) && since === freeze.since
    this.#ended.add(freeze.number)
    return true
  }

  #noteProposal(rules: Rules, c: Community, p: Proposal) {
    if (p.action === 'freeze' && !this.#accuses.has(p.number)) {
      const { flag, lastFlagAt } = getRecord(c, p.address)
      this.#accuses.set(p.number, flag !== undefined || lastFlagAt > p.openedAt - MONTH)
    }
    if (p.action === 'unfreeze' && p.result === 'approved' && p.freeze !== 0)
      this.#noteUnfreeze(getEnd(rules, p), c, p)
  }

  #noteUnfreeze(at: number, c: Community, p: Proposal) {
    const isKnown = this.#unfrozen.some((u) => u.freeze === p.freeze && u.at === at)
    if (isKnown || at !== c.now) return
    const { freeze } = getRecord(c, p.address)
    const stoodThen = freeze?.number === p.freeze && (freeze.endedAt ?? at) >= at
    if (stoodThen) this.#unfrozen.push({ address: p.address, at, freeze: p.freeze })
  }

  #noteSilences(c: Community): boolean {
    let isViolated = false
    for (const appeal of c.appeals) {
      if (appeal.status === 'open') this.#openAppeals.add(appeal.number)
      const wasOpen = this.#openAppeals.has(appeal.number)
      if (!wasOpen || appeal.status !== 'undecided' || appeal.against !== 'flag') continue
      this.#openAppeals.delete(appeal.number)
      if (getRecord(c, appeal.address).flag?.number === appeal.subject) continue
      const key = `${appeal.address} ${this.#grounds.get(appeal.subject)}`
      if (appeal.closedAt < (this.#silences.get(key) ?? -MONTH) + MONTH) isViolated = true
      this.#silences.set(key, appeal.closedAt)
    }
    return isViolated
  }

  /** What the execution of a proposal violates. */
  checkExecution(before: Community, p: Proposal, after: Community): PropertyName[] {
    const [old, now] = [getRecord(before, p.address), getRecord(after, p.address)]
    const [oldFreeze, freeze] = [getStanding(old), getStanding(now)]
    const unfrozen = this.#unfrozen.filter(({ address }) => address === p.address)
    if (p.action === 'freeze') {
      const isUnknown = freeze?.isProtection === this.#accuses.get(p.number)
      const isOld = unfrozen.some(({ at }) => p.openedAt < at)
      return [...when(isOld, 'decisionsStand'), ...when(isUnknown, 'accusationIsKnown')]
    }
    if (p.action === 'unfreeze') {
      const isFreezeUnnamed = oldFreeze && !freeze && oldFreeze.number !== p.freeze
      const isFlagUnnamed = old.flag && !now.flag && old.flag.number !== p.flag
      return when(isFreezeUnnamed || isFlagUnnamed, 'nothingUnnamed')
    }
    return this.#checkRecovery(before, p)
  }

  #checkRecovery(before: Community, p: Proposal): PropertyName[] {
    const since = this.#firstSince.get(p.freeze) ?? 0
    const isFirstOpen = before.appeals.some(
      (a) => a.against === 'freeze' && a.subject === p.freeze && a.nth === 1 && a.status === 'open',
    )
    const isEarly = before.now < since + RECOVERY_DELAY
    const isNotUnder = getStanding(getRecord(before, p.address))?.number !== p.freeze
    return [
      ...when(isNotUnder || isEarly || isFirstOpen, 'recoveryInTime'),
      ...when(
        this.#unfrozen.some((u) => u.freeze === p.freeze),
        'decisionsStand',
      ),
    ]
  }
}

const when = (isViolated: boolean | undefined, name: PropertyName): PropertyName[] =>
  isViolated ? [name] : []

/** Whether a freeze ended by time before its 7 days. */
export function checkTime(before: Community, after: Community): PropertyName[] {
  const isShort = before.records.some((record, address) => {
    const [old, freeze] = [getStanding(record), getRecord(after, address).freeze]
    if (old === undefined || freeze?.number !== old.number) return false
    return (
      freeze.endedAt !== undefined &&
      freeze.endedAt < old.renewedAt + WEEK &&
      !isDecided(after, old.number)
    )
  })
  return isShort ? ['freezeLasts'] : []
}

const isDecided = (c: Community, freeze: number) =>
  c.proposals.some((p) => p.action === 'unfreeze' && p.freeze === freeze && p.status === 'executed')

/** What the present state of a community violates by itself. */
export function checkState(rules: Rules, c: Community): PropertyName[] {
  const violated = new Set<PropertyName>()
  c.records.forEach((_, address) => {
    for (const name of checkFreeze(rules, c, address)) violated.add(name)
    for (const name of checkFloor(rules, c, address)) violated.add(name)
    for (const name of checkOwner(rules, c, address)) violated.add(name)
  })
  for (const name of checkPlaces(rules, c)) violated.add(name)
  if (!areClocksKept(c)) violated.add('clocksEnd')
  if (!areApprovalsShared(c)) violated.add('fewDecideNothing')
  if (!areAppealsSound(c)) violated.add('appealReadsTrue')
  if (!isOrderFree(rules, c)) violated.add('orderDoesNotMatter')
  if (!areVoicesKept(rules, c)) violated.add('voicesStay')
  return [...violated]
}

/** checkState's part that an exhaustive search of one accused person needs. */
export function checkClocks(rules: Rules, c: Community): PropertyName[] {
  return [...checkFreeze(rules, c, 0), ...(areClocksKept(c) ? [] : (['clocksEnd'] as const))]
}

function checkFreeze(_rules: Rules, c: Community, address: number): PropertyName[] {
  const record = getRecord(c, address)
  const freeze = getStanding(record)
  if (freeze === undefined) return []
  const recoveries = c.proposals.filter(
    (p) => p.action === 'recover' && p.freeze === freeze.number && p.result === 'approved',
  ).length
  const base = freeze.renewedAt + WEEK
  const isLong = c.now >= base + (recoveries > 0 ? WEEK : 0)
  const isEndless = c.now >= freeze.since + (freeze.executions + recoveries) * WEEK
  const isHeldAgainstVote = c.now >= base && record.overruledFreeze === freeze.number
  return isLong || isEndless || isHeldAgainstVote ? ['freezeEnds'] : []
}

function areClocksKept(c: Community): boolean {
  const areVotesKept = c.proposals.every((p) => {
    if (p.status === 'open') return c.now < p.openedAt + DAY
    return p.status !== 'approved' || c.now < p.openedAt + DAY + WEEK
  })
  return areVotesKept && c.appeals.every((a) => a.status !== 'open' || c.now < a.openedAt + DAY)
}

const ACTIONS = ['freeze', 'unfreeze', 'recover'] as const

function checkFloor(rules: Rules, c: Community, address: number): PropertyName[] {
  const violated: PropertyName[] = []
  const agent = c.setup.flaggers.find((who) => !c.dismissed.includes(who)) ?? ''
  for (const action of ACTIONS) {
    const forAgent = { action, address, by: agent, yes: 0, no: 0 }
    const no = refuse(rules, c, forAgent)
    if (no === 'shared-places') violated.push('agentHasTheFloor')
    if (no === 'topic' && findRival(rules, c, forAgent)?.rank !== 2)
      violated.push('agentHasTheFloor')
    violated.push(...checkVoterFloor(rules, c, [action, address]))
  }
  return violated
}

function checkVoterFloor(
  rules: Rules,
  c: Community,
  [action, address]: readonly [Proposal['action'], number],
): PropertyName[] {
  const voter = c.setup.voters.find((who) => mayVote(rules, c, [who, action, address]))
  if (voter === undefined) return []
  const motion = { action, address, by: voter, yes: 0, no: 0 }
  const refusal = refuse(rules, c, motion)
  if (refusal !== 'topic') return []
  const rival = findRival(rules, c, motion)
  if (rival === undefined) return []
  if (rival.status === 'approved' || !isEffective(c, rival)) return ['topicsAreFree']
  return rival.rank === 0 ? ['voterHasTheFloor'] : []
}

/** Whether an unfreeze names something that stands. */
function isEffective(c: Community, p: Proposal): boolean {
  if (p.action !== 'unfreeze') return true
  const record = getRecord(c, p.address)
  const isFreeze = p.freeze !== 0 && getStanding(record)?.number === p.freeze
  return isFreeze || (p.flag !== 0 && record.flag?.number === p.flag)
}

function checkOwner(rules: Rules, c: Community, address: number): PropertyName[] {
  const { flag } = getRecord(c, address)
  const violated = [
    ...checkHearing(rules, c, { address, against: 'freeze' }),
    ...checkHearing(rules, c, { address, against: 'flag' }),
  ]
  const by = c.setup.flaggers.find((who) => !c.dismissed.includes(who))
  if (flag === undefined || by === undefined || !c.dismissed.includes(flag.by)) return violated
  const isKept = !isAccepted(unflag(rules, c, { address, by }))
  return [...violated, ...when(isKept, 'orphansAreLifted')]
}

function checkHearing(
  rules: Rules,
  c: Community,
  { address, against }: { address: number; against: 'freeze' | 'flag' },
): PropertyName[] {
  const { freeze, flag } = getRecord(c, address)
  const standing = against === 'flag' ? flag : getStanding(getRecord(c, address))
  if (standing === undefined) return []
  const subject = standing.number
  const refusal = refuseAppeal(rules, c, { address, against, subject, yes: 0, no: 0 })
  const mine = c.appeals.filter((a) => a.against === against && a.subject === subject)
  const open = mine.filter((a) => a.status === 'open').length
  const most = countAppealsAllowed(freeze, against)
  const isRepeated = mine.length > most || open > 1
  const isUsed = refusal === 'appealed' && (open > 0 || mine.length >= most)
  return [
    ...when(refusal !== undefined && !isUsed, 'ownerIsHeard'),
    ...when(isRepeated, 'oneAppealEach'),
  ]
}

function checkPlaces(rules: Rules, c: Community): PropertyName[] {
  const open = c.proposals.filter((p) => p.status === 'open' && p.appeal === 0)
  const violated: PropertyName[] = []
  const shared = open.filter((p) => p.rank === 0).length
  const people = new Set(open.map(({ by }) => by))
  const isCrowded = [...people].some((who) => {
    const own = open.filter(({ by }) => by === who).length
    return own > (c.setup.flaggers.includes(who) ? 10 : 3)
  })
  const held = c.proposals.filter((p) => p.appeal === 0 && p.rank === 0 && p.openedAt + DAY > c.now)
  if (shared > c.setup.sharedPlaces || held.length > c.setup.sharedPlaces || isCrowded)
    violated.push('placesHold')
  if (!rules.sharedPlaces && open.some((p) => p.rank === 0 && !isHoldingPlace(rules, c, p)))
    if (shared > c.setup.sharedPlaces) violated.push('placesHold')
  const topics = open.map((p) => `${p.address} ${p.action} ${p.freeze} ${p.rank}`)
  if (new Set(topics).size < topics.length) violated.push('oneVoteEach')
  return violated
}

function areApprovalsShared(c: Community): boolean {
  return c.proposals.every(({ yes, no, result }) => {
    const [votesFor, against] = [countVotes(yes), countVotes(no)]
    return result !== 'approved' || (votesFor + against >= 3 && votesFor > against)
  })
}

function areAppealsSound(c: Community): boolean {
  return c.appeals.every((a) => {
    const record = getRecord(c, a.address)
    const standing = a.against === 'flag' ? record.flag?.number : getStanding(record)?.number
    if (a.status === 'open') return standing === a.subject
    if (a.against !== 'flag' || a.status !== 'upheld') return true
    const p = getProposal(c, a.proposal)
    const isInTime = p !== undefined && c.now < p.openedAt + DAY + WEEK
    return standing !== a.subject && !(isInTime && p.status === 'expired')
  })
}

function isOrderFree(rules: Rules, c: Community): boolean {
  const due = findDue(rules, c)
  if (due !== undefined) {
    const [one, other] = [false, true].map((isReversed) =>
      describe(rules, advanceInOrder(rules, c, { to: due.at, isReversed })),
    )
    if (one !== other) return false
  }
  const ready = c.proposals.filter((p) => refuseExecution(rules, c, p) === undefined)
  return ready.every((p, i) =>
    ready
      .slice(i + 1)
      .every((q) => executeBoth(rules, c, [p, q]) === executeBoth(rules, c, [q, p])),
  )
}

function executeBoth(rules: Rules, c: Community, pair: readonly [Proposal, Proposal]): string {
  const end = pair.reduce((current, { number }) => {
    const outcome = execute(rules, current, number)
    return isAccepted(outcome) ? outcome : current
  }, c)
  return describeRecords(rules, end)
}

/** Freezes with their ends, flags and recoveries. */
function describeRecords(rules: Rules, c: Community): string {
  const records = c.records.map((record, address) => {
    const freeze = getStanding(record)
    const lapse = freeze && getLapse(rules, c, address)
    return [freeze?.since, lapse, record.flag?.number, record.isRecovered]
  })
  return JSON.stringify(records)
}

function describe(rules: Rules, c: Community): string {
  const statuses = [...c.proposals, ...c.appeals].map(({ status }) => status)
  return describeRecords(rules, c) + statuses.join()
}

function areVoicesKept(rules: Rules, c: Community): boolean {
  return c.setup.owners.every((who, address) => {
    const bit = c.setup.voters.indexOf(who)
    if (bit < 0 || (c.standing & (1 << bit)) === 0) return true
    const record = getRecord(c, address)
    const isBarred = getStanding(record) !== undefined && record.flag !== undefined
    const other = c.setup.owners.findIndex((_, i) => i !== address)
    if (mayVote(rules, c, [who, 'freeze', address])) return false
    return other < 0 || mayVote(rules, c, [who, 'freeze', other]) !== isBarred
  })
}
