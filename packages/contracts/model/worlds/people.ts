import {
  advance,
  appeal,
  type Community,
  execute,
  foundCommunity,
  getEnd,
  getRecord,
  getStanding,
  isAccepted,
  type Outcome,
  type Proposal,
  propose,
  RECOVERY_DELAY,
  refuseAppeal,
  refuseExecution,
  setFlag,
  WEEK,
} from '../governance.ts'
import { checkClocks } from '../properties.ts'
import type { Move, World } from '../search.ts'
import { encode } from '../search.ts'
import type { Rules } from '../sentences.ts'
import { forget, toKey } from './canon.ts'

const SETUP = {
  flaggers: ['f1', 'f2'],
  voters: ['v1', 'v2', 'v3', 'd1', 'd2', 'heir', 'honest'],
  owners: ['owner'],
  heirs: ['heir'],
  sharedPlaces: 2,
}

function found(rules: Rules, isFlagged: boolean): Community {
  const c = foundCommunity(SETUP)
  const flagged = setFlag(rules, c, { address: 0, by: 'f1', code: 'behaviour' })
  return isFlagged && isAccepted(flagged) ? flagged : c
}

const getExecutable = (rules: Rules, c: Community) =>
  c.proposals.filter((p) => refuseExecution(rules, c, p) === undefined)

function getSubject(c: Community, against: 'freeze' | 'flag'): number {
  const record = getRecord(c, 0)
  return (against === 'flag' ? record.flag?.number : getStanding(record)?.number) ?? 0
}

const mayAppeal = (rules: Rules, c: Community, against: 'freeze' | 'flag') =>
  refuseAppeal(rules, c, {
    address: 0,
    against,
    subject: getSubject(c, against),
    yes: 0,
    no: 0,
  }) === undefined

const openAppeal = (
  rules: Rules,
  c: Community,
  options: { against: 'freeze' | 'flag'; yes: number; no: number },
) => appeal(rules, c, { address: 0, subject: getSubject(c, options.against), ...options })

// ---------------------------------------------------------------- thief

interface ThiefState {
  c: Community
  /** Executable proposals that the DAO has seen for a step. */
  seen: readonly number[]
  /** How often each limited action was taken. */
  done: Readonly<Record<string, number>>
  isLost: boolean
}

/**
 * A thief with the owner's keys, who requested everything at hour 0, and newborn helpers. Honest people act as late as the
 * rules allow and vote by the truth; the DAO acts within a step.
 */
export function thiefWorld(
  rules: Rules,
  { isFlagged, step }: { isFlagged: boolean; step: number },
): World<ThiefState> {
  return {
    name: isFlagged ? 'thief, flagged' : 'thief',
    start: { c: found(rules, isFlagged), seen: [], done: {}, isLost: false },
    getHour: ({ c }) => c.now,
    key: ({ c, seen, done, isLost }) =>
      toKey(c) +
      encode([
        -9,
        isLost ? 1 : 0,
        getRecord(c, 0).freeze ? 0 : c.now,
        ...LIMITED.map((name) => done[name] ?? 0),
        ...c.proposals.map((p) => (seen.includes(p.number) ? 1 : 0)),
      ]),
    moves: (state) => listThiefMoves(rules, state, isFlagged),
    tick: (state) => tickThief(rules, state, step),
    check: (state) => checkThief(rules, state),
    end: 20 * 24,
  }
}

const LIMITED = [
  'fake freeze',
  'freeze',
  'recovery',
  'fake recovery',
  'renewal',
  'appeal',
  'flag appeal',
]

function listThiefMoves(rules: Rules, state: ThiefState, isFlagged: boolean): Move<ThiefState>[] {
  const { c, done } = state
  const record = getRecord(c, 0)
  const freeze = getStanding(record)
  const moves: Move<ThiefState>[] = []
  if (record.isRecovered || (record.freeze && !freeze)) return moves
  const offer = (name: string, outcome: Outcome, most = 1) => {
    const times = done[name] ?? 0
    if (times >= most || !isAccepted(outcome)) return
    const next = { ...state, c: forget(rules, outcome), done: { ...done, [name]: times + 1 } }
    moves.push({ label: name, next })
  }
  const open = (action: Proposal['action'], by: string) =>
    propose(rules, c, { action, address: 0, by, yes: 0, no: 0 })
  if (freeze === undefined) {
    if (c.now === 0) offer('fake freeze', open('freeze', 'newborn'))
    if (c.now <= 24) offer('freeze', open('freeze', 'honest'))
    return [...moves, ...listExecutions(rules, state)]
  }
  offer('recovery', open('recover', 'honest'))
  offer('fake recovery', open('recover', 'owner'))
  const isLate = freeze.executions < 2 && c.now >= freeze.since + 84
  if (isLate) offer('renewal', open('freeze', 'honest'))
  offer('appeal', openAppeal(rules, c, { against: 'freeze', yes: 0, no: 0 }), 3)
  if (isFlagged) offer('flag appeal', openAppeal(rules, c, { against: 'flag', yes: 0, no: 0 }))
  return [...moves, ...listExecutions(rules, state)]
}

function listExecutions<T extends { c: Community }>(rules: Rules, state: T): Move<T>[] {
  return getExecutable(rules, state.c).flatMap((p) => {
    const outcome = execute(rules, state.c, p.number)
    if (!isAccepted(outcome)) return []
    const next = { ...state, c: forget(rules, outcome) }
    return [{ label: `the DAO executes ${p.action}`, next }]
  })
}

function tickThief(rules: Rules, state: ThiefState, step: number): ThiefState | undefined {
  const { c } = state
  const record = getRecord(c, 0)
  if (record.isRecovered || (record.freeze && !getStanding(record))) return undefined
  const isComing = c.proposals.some((p) => p.action === 'freeze' && isPending(p))
  // Premise: the freeze comes before the request is ready.
  if (!record.freeze && c.now >= 60 && !isComing) return undefined
  const ready = getExecutable(rules, c).map(({ number }) => number)
  if (ready.some((number) => state.seen.includes(number))) return undefined
  const next = advance(rules, voteByTruth(rules, c, step), c.now + step)
  const isLost = hasLost(rules, c, next)
  return { c: forget(rules, next), seen: ready, done: state.done, isLost }
}

/** Whether a freeze lapsed over a recovery that was approved in its time. */
function hasLost(rules: Rules, before: Community, after: Community): boolean {
  const freeze = getStanding(getRecord(before, 0))
  if (freeze === undefined || getStanding(getRecord(after, 0))) return false
  return after.proposals.some(
    (p) =>
      p.action === 'recover' &&
      p.freeze === freeze.number &&
      p.result === 'approved' &&
      getEnd(rules, p) < freeze.renewedAt + WEEK,
  )
}

const isPending = (p: Proposal) => p.status === 'open' || p.status === 'approved'

/** For freezes, recoveries and the appeal against the false flag; against everything else. */
function voteByTruth(rules: Rules, c: Community, step: number): Community {
  const proposals = c.proposals.map((p) => {
    const isEnding = p.status === 'open' && getEnd(rules, p) <= c.now + step
    if (!isEnding || (p.yes | p.no) !== 0) return p
    const isTrue = p.action !== 'unfreeze' || (p.appeal !== 0 && p.flag !== 0 && p.freeze === 0)
    return isTrue ? { ...p, yes: 7 } : { ...p, no: 7 }
  })
  return { ...c, proposals }
}

function checkThief(rules: Rules, { c, done, isLost }: ThiefState): string[] {
  const { freeze, isRecovered } = getRecord(c, 0)
  if (isRecovered) return []
  if (freeze === undefined) {
    const isComing = c.proposals.some((p) => p.action === 'freeze' && isPending(p))
    const isDrained = c.now >= RECOVERY_DELAY && !isComing && done.freeze
    return isDrained ? ['thiefIsStopped'] : []
  }
  const isShort = freeze.endedAt !== undefined && freeze.endedAt < freeze.renewedAt + WEEK
  return [...checkClocks(rules, c), ...(isLost || isShort ? ['thiefIsStopped'] : [])]
}

// ---------------------------------------------------------------- recovery address

interface HeirState {
  c: Community
  freezes: number
  recoveries: number
}

/** The recovery address with two accomplices against `honest` voters, of whom any number votes, and the owner. */
export function heirWorld(
  rules: Rules,
  { honest, isFlagged = false }: { honest: number; isFlagged?: boolean },
): World<HeirState> {
  return {
    name: `recovery address, ${honest} honest${isFlagged ? ', flagged' : ''}`,
    start: { c: found(rules, isFlagged), freezes: 0, recoveries: 0 },
    getHour: ({ c }) => c.now,
    key: ({ c, freezes, recoveries }) =>
      toKey(c) + encode([freezes, recoveries, c.now === 0 ? 1 : 0]),
    moves: (state) => listHeirMoves(rules, state, { honest, isFlagged }),
    tick: (state) => {
      const { c } = state
      if (getExecutable(rules, c).some((p) => p.action === 'unfreeze')) return undefined
      // The owner appeals at once.
      const isUnheard = !c.appeals.some((a) => a.against === 'freeze')
      if (isUnheard && mayAppeal(rules, c, 'freeze')) return undefined
      return { ...state, c: forget(rules, advance(rules, c, c.now + 12)) }
    },
    check: ({ c }) => (getRecord(c, 0).isRecovered ? ['heirIsOutvoted'] : []),
    end: (isFlagged ? 9 : 12) * 24,
  }
}

const TRIO = 0b111000
const firstHonest = (count: number) => 2 ** count - 1

function listHeirMoves(
  rules: Rules,
  state: HeirState,
  { honest, isFlagged }: { honest: number; isFlagged: boolean },
): Move<HeirState>[] {
  const { c } = state
  const moves: Move<HeirState>[] = []
  const record = getRecord(c, 0)
  if (record.isRecovered) return moves
  const offer = (label: string, outcome: Outcome, change: Partial<HeirState> = {}) => {
    if (isAccepted(outcome))
      moves.push({ label, next: { ...state, ...change, c: forget(rules, outcome) } })
  }
  const open = (action: Proposal['action'], [yes, no]: [number, number]) =>
    propose(rules, c, { action, address: 0, by: 'heir', yes, no })
  const isTimely = record.freeze ? c.now >= record.freeze.since + 96 : c.now === 0
  // The recovery address may not vote on the recovery.
  const recoverers = rules.heirDoesNotVote ? 0b011000 : TRIO
  for (const no of new Set([0, Math.min(1, honest), honest])) {
    if (state.freezes < 2 && isTimely)
      offer(`freeze, 3:${no}`, open('freeze', [TRIO, firstHonest(no)]), {
        freezes: state.freezes + 1,
      })
    if (state.recoveries < 2)
      offer(`recovery, accomplices:${no}`, open('recover', [recoverers, firstHonest(no)]), {
        recoveries: state.recoveries + 1,
      })
  }
  const yes = firstHonest(honest)
  offer(`appeal, ${honest}:3`, openAppeal(rules, c, { against: 'freeze', yes, no: TRIO }))
  if (isFlagged) offer('flag appeal', openAppeal(rules, c, { against: 'flag', yes, no: 0 }))
  return [...moves, ...listExecutions(rules, state)]
}
