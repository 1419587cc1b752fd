import {
  type Community,
  execute,
  findProposalRefusal,
  findRival,
  getRecord,
  getState,
  isAccepted,
  mayVote,
  type Proposal,
  settle,
  unflag,
} from '@app/rules/community.ts'
import { MAX_SHARED_PLACES } from '@app/rules/constants.ts'
import { getVotingOutcome } from '@app/rules/protection-state.ts'
import { getAppealObstacle } from '@app/rules/remedies.ts'
import type { Address } from '@app/values/address.ts'
import { getGround } from '@app/values/reason-code.ts'
import {
  DAY,
  findNextChange,
  getSubject,
  listAllProposals,
  listExecutable,
  listProposals,
  person,
  view,
  WEEK,
} from './people.ts'

const MONTH = 30 * DAY

/** What must hold, in every world. A search returns the names of those that do not. */
export const PROPERTIES = {
  recoveryInTime:
    'A recovery is executed only under the freeze it names, 72 hours after that began, with no first appeal open.',
  freezeEnds:
    'A freeze outlasts its 7 days only beside a recovery approved in them, by at most 7 days each, and not once an unfreeze of it is approved.',
  freezeLasts:
    'A freeze ends before its 7 days, or over a recovery that was approved in them and waits, only by a decision.',
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
  fewDecideNothing:
    'Fewer than three votes, no majority, or for a recovery fewer than three For approve nothing.',
  orderDoesNotMatter:
    'Two executions in either order leave the same state, and settling changes nothing.',
  ownerIsHeard:
    'An appeal is refused only for what it names, while one is open, or after as many as its number was set.',
  oneAppealEach:
    'Nobody appeals against one number twice at a time, nor more often than it was set.',
  appealReadsTrue: 'An upheld appeal lifted its flag, and its proposal reads approved.',
  orphansAreLifted: 'The flag of a dismissed flagger is lifted without a vote.',
  silenceOnce: 'Silence lifts a ground at most once in 30 days.',
  voicesStay:
    'Nobody loses the vote by a freeze alone or a flag alone; who is accused of both, the target and the recovery address have none.',
  accusationIsKnown: 'Whether a freeze accuses is known when it is proposed.',
  heirIsOutvoted:
    'A recovery address with two accomplices gets the vault only if the honest do not outvote it.',
  liftedStaysLifted:
    'What a vote or an undecided appeal lifted is not flagged on that ground for 7 days.',
  bareTimeIsShort:
    'An owner who appeals at once is flagged without an open appeal for a bounded time.',
  honestFlagStands:
    'A stolen flagger neither keeps an honest one from flagging nor lifts its flag.',
  liftIsNoEvasion:
    'A vote or an appeal that would lift a flag is not evaded by who lifts it first and sets it again.',
} satisfies Record<string, string>

export type PropertyName = keyof typeof PROPERTIES

const when = (isViolated: boolean, name: PropertyName): PropertyName[] => (isViolated ? [name] : [])

// ---------------------------------------------------------------- the past

/** What of the past the checks need, outside the community, so that forgetting cannot hide anything. */
export class History {
  readonly #firstSince = new Map<number, number>()
  readonly #ended = new Set<number>()
  readonly #silences = new Map<string, number>()
  readonly #grounds = new Map<number, string>()
  readonly #seenAppeals = new Set<number>()
  readonly #accuses = new Map<number, boolean>()
  readonly #flagged = new Set<Address>()
  readonly #lastFlagged = new Map<Address, number>()
  /** For each address, ends of votings that approved the unfreeze of a standing freeze, and that freeze. */
  readonly #unfrozen = new Map<number, { target: Address; at: number; freezeNumber: number }>()

  /** Notes what a community shows, and returns what it violates together with its past. */
  see(c: Community): PropertyName[] {
    const violated = [...c.records.keys()].flatMap((address) => [
      ...when(!this.#isFreezeKnown(c, address), 'numbersDiffer'),
      ...when(this.#isSilencedTwice(c, address), 'silenceOnce'),
    ])
    for (const proposal of listAllProposals(c)) this.#noteProposal(c, proposal)
    return violated
  }

  /** Whether the freeze is the one that its number stood for, and had not ended. */
  #isFreezeKnown(c: Community, address: Address): boolean {
    const { flag, freeze, lastFreeze } = getState(c, address)
    if (flag) this.#grounds.set(flag.number, getGround(flag.reasonCode))
    if (flag) this.#flagged.add(address)
    else if (this.#flagged.delete(address)) this.#lastFlagged.set(address, c.now)
    if (lastFreeze === null) return true
    const since = this.#firstSince.get(lastFreeze.number) ?? lastFreeze.since
    this.#firstSince.set(lastFreeze.number, since)
    if (freeze === null) this.#ended.add(lastFreeze.number)
    return freeze === null || (!this.#ended.has(freeze.number) && since === freeze.since)
  }

  #noteProposal(c: Community, proposal: Proposal) {
    const { ballot, action, target, freezeNumber } = proposal
    const state = getState(c, target)
    const { now, flag, freeze, lastFreeze, freezeEnd } = state
    if (action === 'freeze' && !this.#accuses.has(ballot.id)) {
      const lastFlagged = this.#lastFlagged.get(target) ?? -MONTH
      this.#accuses.set(ballot.id, flag !== null || lastFlagged > now - MONTH)
    }
    if (action !== 'unfreeze' || freezeNumber === null || ballot.votingEndsAt !== now) return
    // At equal times the end of a voting comes before that of the freeze.
    const standing = freezeEnd === now ? lastFreeze : freeze
    if (standing?.number === freezeNumber && getVotingOutcome(proposal, state) === 'approved')
      this.#unfrozen.set(ballot.id, { target, at: now, freezeNumber })
  }

  #isSilencedTwice(c: Community, address: Address): boolean {
    const { appeals, flag } = getState(c, address)
    let isViolated = false
    for (const { id, outcome, flagNumber, closedAt } of appeals) {
      if (outcome !== 'undecided' || flagNumber === null || this.#seenAppeals.has(id)) continue
      this.#seenAppeals.add(id)
      if (flag?.number === flagNumber || closedAt === null) continue
      const key = `${address} ${this.#grounds.get(flagNumber)}`
      if (closedAt < (this.#silences.get(key) ?? -MONTH) + MONTH) isViolated = true
      this.#silences.set(key, closedAt)
    }
    return isViolated
  }

  /** What the execution of a proposal violates. */
  checkExecution(before: Community, proposal: Proposal, after: Community): PropertyName[] {
    const { action, target, ballot, freezeNumber, flagNumber } = proposal
    const [old, state] = [getState(before, target), getState(after, target)]
    const unfrozen = [...this.#unfrozen.values()].filter((one) => one.target === target)
    switch (action) {
      case 'freeze': {
        const accuses = state.freeze?.flagCaseId != null
        return [
          ...when(
            unfrozen.some(({ at }) => ballot.createdAt < at),
            'decisionsStand',
          ),
          ...when(accuses !== this.#accuses.get(ballot.id), 'accusationIsKnown'),
        ]
      }
      case 'unfreeze': {
        const endsOther = old.freeze && !state.freeze && old.freeze.number !== freezeNumber
        const liftsOther = old.flag && !state.flag && old.flag.number !== flagNumber
        return when(Boolean(endsOther || liftsOther), 'nothingUnnamed')
      }
      case 'recover': {
        const first = old.appeals.find((one) => one.freezeNumber === freezeNumber)
        const isEarly = before.now < (this.#firstSince.get(freezeNumber ?? 0) ?? 0) + 3 * DAY
        const isUnder = old.freeze?.number === freezeNumber
        return [
          ...when(!isUnder || isEarly || first?.outcome === 'open', 'recoveryInTime'),
          ...when(
            unfrozen.some((one) => one.freezeNumber === freezeNumber),
            'decisionsStand',
          ),
        ]
      }
    }
  }
}

/** Whether a freeze ended by time before its 7 days, or over a recovery that was approved in them. */
export function checkTime(before: Community, after: Community): PropertyName[] {
  return [...before.records.keys()].flatMap((address) => {
    const { freeze, freezeOverruledAt } = getState(before, address)
    const { freeze: standing, freezeEnd, freezeOverruledAt: decidedAt } = getState(after, address)
    if (freeze === null || standing !== null) return []
    const base = freeze.renewedAt + WEEK
    const holds = listProposals(before, address).some(
      ({ action, freezeNumber, status, ballot }) =>
        action === 'recover' &&
        freezeNumber === freeze.number &&
        status === 'approved' &&
        ballot.votingEndsAt < base &&
        after.now < ballot.executableUntil,
    )
    const isDecided = freezeOverruledAt !== null || decidedAt !== null
    return when((freezeEnd ?? 0) < base || (holds && !isDecided), 'freezeLasts')
  })
}

// ---------------------------------------------------------------- the present

/** What the present state of a community violates by itself. */
export function checkState(c: Community): PropertyName[] {
  const violated = [...c.records.keys()].flatMap((address) => [
    ...checkClocks(c, address),
    ...checkFloor(c, address),
    ...checkHearing(c, address, 'freeze'),
    ...checkHearing(c, address, 'flag'),
    ...checkOrphan(c, address),
    ...when(!areApprovalsShared(c, address), 'fewDecideNothing'),
    ...when(!areAppealsSound(c, address), 'appealReadsTrue'),
    ...when(!areVoicesKept(c, address), 'voicesStay'),
  ])
  return [
    ...new Set([...violated, ...checkPlaces(c), ...when(!isOrderFree(c), 'orderDoesNotMatter')]),
  ]
}

function checkClocks(c: Community, address: Address): PropertyName[] {
  const areVotesKept = listProposals(c, address).every(({ status, isOpen, ballot }) => {
    if (isOpen) return c.now < ballot.createdAt + DAY
    return status !== 'approved' || c.now < ballot.createdAt + DAY + WEEK
  })
  const areAppealsKept = getState(c, address).appeals.every(
    ({ outcome, openedAt }) => outcome !== 'open' || c.now < openedAt + DAY,
  )
  return [
    ...when(!areVotesKept || !areAppealsKept, 'clocksEnd'),
    ...when(isFreezeLong(c, address), 'freezeEnds'),
  ]
}

function isFreezeLong(c: Community, address: Address): boolean {
  const state = getState(c, address)
  const { freeze, freezeOverruledAt } = state
  if (freeze === null) return false
  const proposals = getRecord(c, address).proposals
  const holding = proposals.filter(
    (proposal) =>
      proposal.action === 'recover' &&
      proposal.freezeNumber === freeze.number &&
      getVotingOutcome(proposal, state) === 'approved',
  ).length
  const base = freeze.renewedAt + WEEK
  const isLong = c.now >= base + (holding > 0 ? WEEK : 0)
  const isEndless = c.now >= freeze.since + (countExecutions(c, address) + holding) * WEEK
  return isLong || isEndless || (c.now >= base && freezeOverruledAt !== null)
}

/** How often the standing freeze was executed. */
function countExecutions(c: Community, address: Address): number {
  const since = getState(c, address).freeze?.since ?? 0
  return getRecord(c, address).proposals.filter(
    ({ action, executedAt }) => action === 'freeze' && executedAt !== null && executedAt >= since,
  ).length
}

function checkFloor(c: Community, target: Address): PropertyName[] {
  return (['freeze', 'unfreeze', 'recover'] as const).flatMap((action) => {
    const ofAgent = { action, target, proposer: c.flaggers[0] ?? person('nobody') }
    const voter = c.standing.find((who) => mayVote(c, who, { action, target }))
    const ofVoter = { action, target, proposer: voter ?? person('nobody') }
    const rivals = { agent: findRival(c, ofAgent), voter: voter && findRival(c, ofVoter) }
    return [
      ...when(findProposalRefusal(c, ofAgent) === 'shared-places', 'agentHasTheFloor'),
      ...when((rivals.agent?.rank ?? 'appointed') !== 'appointed', 'agentHasTheFloor'),
      ...when(rivals.voter?.rank === 'other', 'voterHasTheFloor'),
      ...when(rivals.voter !== undefined && !isEffective(c, rivals.voter), 'topicsAreFree'),
    ]
  })
}

/** Whether votes on a proposal still decide, and an unfreeze names something that stands. */
function isEffective(c: Community, { action, target, ballot, flagNumber, freezeNumber }: Proposal) {
  const { flag, freeze } = getState(c, target)
  const isNaming = [flag?.number === flagNumber, freeze?.number === freezeNumber].includes(true)
  return c.now < ballot.votingEndsAt && (action !== 'unfreeze' || isNaming)
}

function checkHearing(c: Community, address: Address, against: 'freeze' | 'flag'): PropertyName[] {
  const state = getState(c, address)
  const standing = state[against]
  if (standing === null) return []
  const refusal = getAppealObstacle(state, getSubject(c, address, against))?.code
  const mine = state.appeals.filter((one) =>
    against === 'flag' ? one.flagNumber === standing.number : one.freezeNumber === standing.number,
  )
  const open = mine.filter(({ outcome }) => outcome === 'open').length
  const most = against === 'flag' ? 1 : countExecutions(c, address)
  const isUsed = refusal === 'appealed' && (open > 0 || mine.length >= most)
  return [
    ...when(refusal !== undefined && !isUsed, 'ownerIsHeard'),
    ...when(mine.length > most || open > 1, 'oneAppealEach'),
  ]
}

function checkOrphan(c: Community, address: Address): PropertyName[] {
  const { flag } = getState(c, address)
  const [flagger] = c.flaggers
  if (flag === null || flagger === undefined || c.flaggers.includes(flag.flagger)) return []
  return when(!isAccepted(unflag(c, { address, flagger })), 'orphansAreLifted')
}

const areApprovalsShared = (c: Community, address: Address): boolean =>
  getRecord(c, address).proposals.every((proposal) => {
    const { votesFor, votesAgainst } = proposal.ballot
    if (getVotingOutcome(proposal, getState(c, address)) !== 'approved') return true
    const isRecovered = proposal.action !== 'recover' || votesFor >= 3
    return votesFor + votesAgainst >= 3 && votesFor > votesAgainst && isRecovered
  })

function areAppealsSound(c: Community, address: Address): boolean {
  const { appeals, flag, freeze } = getState(c, address)
  return appeals.every(({ id, outcome, flagNumber, freezeNumber }) => {
    const isStanding =
      flagNumber === null ? freeze?.number === freezeNumber : flag?.number === flagNumber
    if (outcome === 'open') return isStanding
    if (flagNumber === null || outcome !== 'upheld') return true
    const proposal = listProposals(c, address).find(({ ballot }) => ballot.id === id)
    const isInTime = proposal !== undefined && c.now < proposal.ballot.executableUntil
    return !isStanding && !(isInTime && proposal.status === 'expired')
  })
}

function areVoicesKept(c: Community, voter: Address): boolean {
  if (!c.standing.includes(voter)) return true
  const { flag, freeze } = getState(c, voter)
  const isBarred = flag !== null && freeze !== null
  return [...c.records].every(([target, { recoveryAddress }]) => {
    const mayFreeze = mayVote(c, voter, { action: 'freeze', target })
    const mayRecover = mayVote(c, voter, { action: 'recover', target })
    const isFree = target !== voter && !isBarred
    return mayFreeze === isFree && mayRecover === (isFree && recoveryAddress !== voter)
  })
}

function checkPlaces(c: Community): PropertyName[] {
  const counted = listAllProposals(c).filter(({ isAppeal }) => !isAppeal)
  const open = counted.filter(({ isOpen }) => isOpen)
  const isCrowded = open.some(({ proposer }) => {
    const own = open.filter((other) => other.proposer === proposer)
    return own.length > (own.some(({ rank }) => rank === 'appointed') ? 10 : 3)
  })
  const shared = counted.filter(
    ({ rank, ballot }) => rank === 'other' && ballot.createdAt + DAY > c.now,
  )
  const most = MAX_SHARED_PLACES - c.sharedPlaces.filter((free) => free > c.now + DAY).length
  const topics = open.map((one) => `${one.target} ${one.action} ${one.freezeNumber} ${one.rank}`)
  return [
    ...when(isCrowded || shared.length > most, 'placesHold'),
    ...when(new Set(topics).size < topics.length, 'oneVoteEach'),
  ]
}

function isOrderFree(c: Community): boolean {
  const next = { ...c, now: findNextChange(c) ?? c.now }
  const isSettledAlike = [c, next].every((at) => {
    const settled = [...c.records.keys()].reduce(settle, c)
    return describe({ ...settled, now: at.now }) === describe(at)
  })
  const ready = listExecutable(c)
  return (
    isSettledAlike &&
    ready.every((one, i) =>
      ready
        .slice(i + 1)
        .every((other) => executeBoth(c, one, other) === executeBoth(c, other, one)),
    )
  )
}

/** Freezes with their ends, flags and recoveries after two executions. */
function executeBoth(c: Community, ...pair: readonly Proposal[]): string {
  const end = pair.reduce((at, { ballot }) => {
    const outcome = execute(at, ballot.id)
    return isAccepted(outcome) ? outcome : at
  }, c)
  return [...end.records.keys()]
    .map((address) => {
      const { freeze, freezeEnd, flag } = getState(end, address)
      const { isRecovered } = getRecord(end, address)
      return [freeze?.since, freeze && freezeEnd, flag?.number, isRecovered].join(' ')
    })
    .join()
}

const describe = (c: Community): string =>
  [...c.records.keys()].map((address) => view(c, address)).join('; ')
