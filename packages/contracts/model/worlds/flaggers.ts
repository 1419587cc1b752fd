import {
  appeal,
  type Community,
  dismiss,
  getRecord,
  getState,
  isAccepted,
  setFlag,
  unflag,
} from '@app/rules/community.ts'
import type { RecordedFlag } from '@app/rules/protection-state.ts'
import { getVotingResult } from '@app/rules/voting.ts'
import { getGround } from '@app/values/reason-code.ts'
import { castVotes, DAY, foundCommunity, HOUR, listProposals, person, WEEK } from '../people.ts'
import type { Move, World } from '../search.ts'
import { forget, toKey } from './canon.ts'

const CODES = ['behaviour', 'listed', 'contact', 'community', 'keys'] as const
const GROUNDS = new Set(CODES.map(getGround)).size
const OWNER = person('owner')
const HONEST = person('f2')
const VOTERS = ['v1', 'v2', 'v3']
const SETUP = {
  flaggers: ['f1', HONEST, 'f3'],
  voters: VOTERS,
  owners: { owner: 'heir' },
  takenPlaces: 58,
}

interface Lift {
  code: string
  at: number
  /** The flagger who evaded a decision by it; undefined where a decision lifted the flag, against everybody. */
  by?: string
}

interface FlaggerState {
  c: Community
  /** The flag that an appeal on its way names. */
  sent: number
  /** When the owner was flagged by a hostile flagger without having appealed. */
  bare: readonly number[]
  lifts: readonly Lift[]
  /** What was done in this hour. */
  acts: number
}

interface FlaggerOptions {
  hostile: readonly string[]
  /** Whether the appeals of the owner, who appeals at once, are upheld. */
  isHeard: boolean
  days: number
  /** Whether the honest see through f1 at some time, and not through the others. */
  dismisses?: boolean
}

const findFlag = (c: Community) => getState(c, OWNER).flag
const hasAppealed = (c: Community, number: number) =>
  getRecord(c, OWNER).appeals.some(({ flagNumber }) => flagNumber === number)

/** Hostile flaggers who use every code in turn, an owner, and an honest flagger. */
export function flaggerWorld(options: FlaggerOptions): World<FlaggerState> {
  const { hostile, isHeard, dismisses = false } = options
  return {
    name: `${hostile.length} hostile flagger${hostile.length > 1 ? 's' : ''}, appeals ${isHeard ? 'upheld' : 'undecided'}${dismisses ? ', the first dismissed' : ''}`,
    start: {
      c: foundCommunity(SETUP),
      sent: 0,
      bare: [],
      lifts: [],
      acts: 0,
    },
    getTime: ({ c }) => c.now,
    key: keyOfState,
    moves: (state) => [...listHostileMoves(state, hostile), ...listHonestMoves(state, dismisses)],
    tick: (state) => tickFlagger(state, options),
    check: (state) => checkFlagger(state, hostile.length),
    end: options.days * DAY,
  }
}

/** The codes with one ground are alike, and so are the last two. */
function keyOfState({ c, sent, bare, lifts, acts }: FlaggerState): string {
  const record = getRecord(c, OWNER)
  const flag = findFlag(c)
  const getAge = (at: number) => (c.now - at) / HOUR
  const ofCode = (code: string | null) =>
    JSON.stringify([
      record.bars
        .filter((bar) => bar.reasonCode === code)
        .map(({ flagger, until }) => `${flagger} ${getAge(until)}`)
        .sort(),
      record.flags
        .filter(({ reasonCode, liftedAt }) => reasonCode === code && liftedAt !== null)
        .map(({ number, liftedAt }) => {
          const { stored } = record.appeals.find((one) => one.flagNumber === number) ?? {}
          return stored?.outcome === 'undecided' ? getAge(liftedAt ?? 0) : ''
        }),
      lifts.filter((lift) => lift.code === code).map(({ at, by }) => [getAge(at), by]),
      flag?.reasonCode === code,
    ])
  const [first, listed, contact, ...others] = CODES.map(ofCode)
  const standing = flag === null ? [] : [{ ...flag, reasonCode: '' }]
  const plain = new Map(c.records).set(OWNER, { ...record, flags: standing, bars: [] })
  const own = [first, ofCode(null), ...[listed, contact].sort(), ...others.sort()]
  const seen = [acts, sent !== 0 && sent === flag?.number, ...bare.map(getAge)].join()
  return `${toKey({ ...c, records: plain })}${seen}${own.join('|')}`
}

function listHostileMoves(state: FlaggerState, hostile: readonly string[]): Move<FlaggerState>[] {
  const flag = findFlag(state.c)
  if (flag !== null) return hostile.flatMap((by) => listLifts(state, flag, by))
  return state.acts < 2 ? hostile.flatMap((by) => listFlaggings(state, by)) : []
}

function listLifts(state: FlaggerState, flag: RecordedFlag, by: string): Move<FlaggerState>[] {
  const { c } = state
  const lifted = unflag(c, { address: OWNER, flagger: person(by) })
  if (!isAccepted(lifted) || (flag.flaggedAt === c.now && flag.flagger !== HONEST)) return []
  // Approved, or will be as the votes stand.
  const isEvaded = listProposals(c, OWNER).some(
    ({ flagNumber, isOpen, status, ballot }) =>
      flagNumber === flag.number &&
      (status === 'approved' || (isOpen && getVotingResult(ballot) === 'approved')),
  )
  const lifts = isEvaded ? [...state.lifts, { code: flag.reasonCode, at: c.now, by }] : state.lifts
  const violated = flag.flagger === HONEST ? ['honestFlagStands'] : []
  return [{ label: `${by} lifts the flag`, next: { ...state, c: forget(lifted), lifts }, violated }]
}

function listFlaggings(state: FlaggerState, by: string): Move<FlaggerState>[] {
  return CODES.flatMap((reasonCode) => {
    const flagging = { address: OWNER, flagger: person(by), reasonCode }
    const outcome = setFlag(state.c, flagging)
    if (!isAccepted(outcome)) return []
    const broken = state.lifts.filter(
      (lift) =>
        getGround(lift.code) === getGround(reasonCode) &&
        state.c.now < lift.at + WEEK &&
        (lift.by ?? by) === by,
    )
    const next = { ...state, c: forget(outcome), acts: state.acts + 1 }
    return [{ label: `${by} flags ${reasonCode}`, next, violated: broken.map(nameProperty) }]
  })
}

const nameProperty = ({ by }: Lift) => (by === undefined ? 'liftedStaysLifted' : 'liftIsNoEvasion')

function listHonestMoves(state: FlaggerState, dismisses: boolean): Move<FlaggerState>[] {
  const { c } = state
  const flagged = setFlag(c, { address: OWNER, flagger: HONEST, reasonCode: CODES[0] })
  const dismissed = dismisses ? dismiss(c, person('f1')) : 'not-appointed'
  return [
    ...(isAccepted(flagged)
      ? [{ label: 'the honest flagger flags', next: { ...state, c: forget(flagged) } }]
      : []),
    ...(isAccepted(dismissed)
      ? [{ label: 'f1 is dismissed', next: { ...state, c: dismissed } }]
      : []),
  ]
}

function tickFlagger(state: FlaggerState, { hostile, isHeard }: FlaggerOptions): FlaggerState {
  const opened = appeal(state.c, OWNER, { flagNumber: state.sent })
  const tally = isHeard ? ([3, 0] as const) : ([0, 0] as const)
  const c = isAccepted(opened)
    ? castVotes(opened, { id: opened.lastProposal, people: VOTERS, tally })
    : state.c
  const flag = findFlag(c)
  const isBare = flag && hostile.includes(flag.flagger) && !hasAppealed(c, flag.number)
  const next = forget({ ...c, now: c.now + 12 * HOUR })
  const standing = findFlag(next)
  const lifts = state.lifts.filter((lift) => lift.at + WEEK > next.now)
  if (flag && !standing) lifts.push({ code: flag.reasonCode, at: next.now })
  const bare = state.bare.filter((at) => at > c.now - WEEK)
  return {
    c: next,
    sent: standing && !hasAppealed(next, standing.number) ? standing.number : 0,
    bare: isBare ? [...bare, c.now] : bare,
    lifts,
    acts: 0,
  }
}

function checkFlagger({ c, bare, lifts }: FlaggerState, hostile: number): string[] {
  const violated: string[] = []
  if (bare.length > hostile * (GROUNDS + 1)) violated.push('bareTimeIsShort')
  const [code] = CODES
  const isOurs = lifts.some((lift) => lift.code === code)
  const bars = getRecord(c, OWNER).bars.filter(
    ({ until, reasonCode }) => until > c.now && (reasonCode ?? code) === code,
  )
  const isKeptOut = bars.some(({ flagger }) => flagger === HONEST)
  const isBarred = bars.some(({ flagger }) => flagger === null)
  if (!findFlag(c) && isBarred && !isOurs && !isKeptOut) violated.push('honestFlagStands')
  return violated
}
