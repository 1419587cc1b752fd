import {
  ALL,
  advance,
  appeal,
  type Community,
  countResult,
  DAY,
  dismiss,
  execute,
  type Flag,
  foundCommunity,
  getGround,
  getRecord,
  isAccepted,
  isNamed,
  type Outcome,
  type Proposal,
  propose,
  refuseAppeal,
  setFlag,
  unflag,
  WEEK,
} from '../governance.ts'
import type { Move, World } from '../search.ts'
import { encode } from '../search.ts'
import type { Rules } from '../sentences.ts'
import { forget, toKey } from './canon.ts'

const CODES = ['behaviour', 'listed', 'contact', 'community', 'keys'] as const
const GROUNDS = new Set(CODES.map(getGround)).size
const HONEST = 'f2'
const STEP = 12
const SETUP = {
  flaggers: ['f1', HONEST, 'f3'],
  voters: ['v1', 'v2', 'v3'],
  owners: ['owner'],
  heirs: ['heir'],
  sharedPlaces: 2,
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
  /** Hours at which the owner was flagged by a hostile flagger without having appealed. */
  bare: readonly number[]
  lifts: readonly Lift[]
  /** What was done in this hour. */
  acts: number
  used: readonly string[]
  /** Whether the owner's appeal was taken for one against another flag. */
  isMisspent: boolean
}

interface FlaggerOptions {
  hostile: readonly string[]
  /** Whether the owner has a key and so appeals at once; else the honest open one vote, and dismiss the flagger. */
  appeals: 'heard' | 'silence' | 'none'
  days: number
  /** Whether the honest see through f1 at some time, and not through the others. */
  dismisses?: boolean
}

const findFlag = (c: Community) => getRecord(c, 0).flag
const hasAppealed = (c: Community, number: number) =>
  c.appeals.some((a) => a.against === 'flag' && a.subject === number)

/** Hostile flaggers who use every code in turn, an owner, and an honest flagger. */
export function flaggerWorld(rules: Rules, options: FlaggerOptions): World<FlaggerState> {
  const { hostile, appeals } = options
  return {
    name: `${hostile.length} hostile flagger${hostile.length > 1 ? 's' : ''}, appeals: ${appeals}${options.dismisses ? ', the first dismissed' : ''}`,
    start: {
      c: foundCommunity(SETUP),
      sent: 0,
      bare: [],
      lifts: [],
      acts: 0,
      used: [],
      isMisspent: false,
    },
    getHour: ({ c }) => c.now,
    key: keyOfState,
    moves: (state) => [
      ...listHostileMoves(rules, state, options),
      ...listHonestMoves(rules, state, options),
    ],
    tick: (state) => tickFlagger(rules, state, options),
    check: (state) => checkFlagger(state, hostile.length),
    end: options.days * DAY,
  }
}

/** The codes with one ground are alike, and so are the last two. */
function keyOfState({ c, sent, bare, lifts, acts, used }: FlaggerState): string {
  const record = getRecord(c, 0)
  const ofCode = (code: string) =>
    JSON.stringify([
      record.bars
        .filter((b) => b.code === code && b.until > c.now)
        .map((b) => b.by + (b.until - c.now))
        .sort(),
      record.silences.filter(([silent]) => silent === code).map(([, at]) => c.now - at),
      lifts.filter((lift) => lift.code === code).map((lift) => [c.now - lift.at, lift.by]),
      record.flag?.code === code,
    ])
  const [first, listed, contact, ...others] = CODES.map(ofCode)
  const flag = record.flag && { ...record.flag, code: '' }
  const plain = { ...c, records: [{ ...record, flag, bars: [], silences: [], lastFlagAt: 0 }] }
  const own = [first, ofCode(ALL), ...[listed, contact].sort(), ...others.sort(), ...used].join('|')
  const seen = encode([
    acts,
    sent !== 0 && sent === flag?.number ? 1 : 0,
    ...bare.map((at) => c.now - at),
  ])
  return `${toKey(plain)}${seen}${own}`
}

function listHostileMoves(
  rules: Rules,
  state: FlaggerState,
  { hostile }: FlaggerOptions,
): Move<FlaggerState>[] {
  const { c } = state
  const flag = findFlag(c)
  if (flag !== undefined) return hostile.flatMap((by) => listLifts(rules, state, { flag, by }))
  const moves = state.acts < 2 ? hostile.flatMap((by) => listFlaggings(rules, state, by)) : []
  const outcome = setFlag(rules, c, { address: 0, by: 'person', code: CODES[0] })
  if (rules.onlyAppointedFlag || !isAccepted(outcome)) return moves
  const next = { ...state, c: outcome }
  return [...moves, { label: 'a person flags', next, violated: ['honestFlagStands'] }]
}

function listLifts(
  rules: Rules,
  state: FlaggerState,
  { flag, by }: { flag: Flag; by: string },
): Move<FlaggerState>[] {
  const { c } = state
  const lifted = unflag(rules, c, { address: 0, by })
  if (!isAccepted(lifted) || (flag.since === c.now && flag.by !== HONEST)) return []
  const isEvaded = c.proposals.some((p) => p.flag === flag.number && isLifting(rules, p))
  const lifts = isEvaded ? [...state.lifts, { code: flag.code, at: c.now, by }] : state.lifts
  const next = { ...state, c: forget(rules, lifted), lifts }
  const violated = flag.by === HONEST ? ['honestFlagStands'] : []
  return [{ label: `${by} lifts the flag`, next, violated }]
}

/** Whether a proposal is approved, or will be as its votes stand. */
const isLifting = (rules: Rules, p: Proposal): boolean =>
  p.status === 'approved' || (p.status === 'open' && countResult(rules, p) === 'approved')

function listFlaggings(rules: Rules, state: FlaggerState, by: string): Move<FlaggerState>[] {
  return CODES.flatMap((code) => {
    const outcome = setFlag(rules, state.c, { address: 0, by, code })
    if (!isAccepted(outcome)) return []
    const broken = state.lifts.filter(
      (lift) =>
        getGround(lift.code) === getGround(code) &&
        state.c.now < lift.at + WEEK &&
        (lift.by ?? by) === by,
    )
    const next = { ...state, c: outcome, acts: state.acts + 1 }
    return [{ label: `${by} flags ${code}`, next, violated: broken.map(nameProperty) }]
  })
}

const nameProperty = ({ by }: Lift) => (by === undefined ? 'liftedStaysLifted' : 'liftIsNoEvasion')

function listHonestMoves(
  rules: Rules,
  state: FlaggerState,
  { appeals, dismisses = false }: FlaggerOptions,
): Move<FlaggerState>[] {
  const { c, used } = state
  const dismissed = dismisses ? dismiss(c, 'f1') : 'none'
  if (isAccepted(dismissed)) return [{ label: 'f1 is dismissed', next: { ...state, c: dismissed } }]
  if (appeals !== 'none') return []
  const flag = findFlag(c)
  const moves: Move<FlaggerState>[] = []
  const offer = (label: string, outcome: Outcome, change: Partial<FlaggerState> = {}) => {
    if (isAccepted(outcome))
      moves.push({ label, next: { ...state, ...change, c: forget(rules, outcome) } })
  }
  const once = (name: string) => ({ used: [...used, name].sort() })
  if (flag === undefined && !used.includes('flag'))
    offer(
      'the honest flagger flags',
      setFlag(rules, c, { address: 0, by: HONEST, code: CODES[0] }),
      once('flag'),
    )
  if (flag && !used.includes('vote'))
    offer(
      'an unfreeze is proposed',
      propose(rules, c, { action: 'unfreeze', address: 0, by: 'v1', yes: 7, no: 0 }),
      once('vote'),
    )
  moves.push(...listExecutions(rules, state))
  if (used.includes('vote') && c.now >= 2 * DAY) offer('f1 is dismissed', dismiss(c, 'f1'))
  if (!flag || !c.dismissed.includes(flag.by)) return moves
  const lifted = unflag(rules, c, { address: 0, by: HONEST })
  offer('the honest flagger lifts a flag of f1', lifted)
  if (isAccepted(lifted)) return moves
  return [...moves, { label: 'nobody can lift', next: state, violated: ['orphansAreLifted'] }]
}

function listExecutions(rules: Rules, state: FlaggerState): Move<FlaggerState>[] {
  const { c } = state
  const flag = findFlag(c)
  const approved = c.proposals.find(({ status }) => status === 'approved')
  const outcome = approved ? execute(rules, c, approved.number) : 'none'
  if (!isAccepted(outcome)) return []
  const isLifted = flag && !findFlag(outcome)
  const lifts = isLifted ? [...state.lifts, { code: flag.code, at: c.now }] : state.lifts
  return [{ label: 'the DAO executes it', next: { ...state, lifts, c: forget(rules, outcome) } }]
}

function tickFlagger(
  rules: Rules,
  state: FlaggerState,
  { hostile, appeals }: FlaggerOptions,
): FlaggerState {
  const isAppealing = appeals !== 'none'
  const yes = appeals === 'heard' ? 7 : 0
  const objection = { address: 0, against: 'flag', subject: state.sent, yes, no: 0 } as const
  const outcome = isAppealing && state.sent !== 0 ? appeal(rules, state.c, objection) : 'none'
  const isMisspent = isAccepted(outcome) && findFlag(state.c)?.number !== state.sent
  const c = isAccepted(outcome) ? outcome : state.c
  const flag = findFlag(c)
  const isBare = isAppealing && flag && hostile.includes(flag.by) && !hasAppealed(c, flag.number)
  const next = advance(rules, c, c.now + STEP)
  const lifts = state.lifts.filter((lift) => lift.at + WEEK > next.now)
  if (flag && !findFlag(next)) lifts.push({ code: flag.code, at: next.now })
  const bare = state.bare.filter((at) => at > c.now - WEEK)
  const kept = forget(rules, next)
  const standing = findFlag(kept)
  return {
    c: kept,
    sent: standing && !hasAppealed(kept, standing.number) ? standing.number : 0,
    bare: isBare ? [...bare, c.now] : bare,
    lifts,
    acts: 0,
    used: state.used,
    isMisspent,
  }
}

function checkFlagger({ c, bare, lifts, isMisspent }: FlaggerState, hostile: number): string[] {
  const violated: string[] = []
  if (bare.length > hostile * (GROUNDS + 1)) violated.push('bareTimeIsShort')
  const flag = findFlag(c)
  if (isMisspent) violated.push('appealMeansIts')
  const [code] = CODES
  const isOurs = lifts.some((lift) => lift.code === code)
  const bars = getRecord(c, 0).bars.filter((bar) => bar.until > c.now)
  const isKeptOut = bars.some((bar) => (bar.code === code || bar.code === ALL) && bar.by === HONEST)
  const isBarred = bars.some((bar) => bar.code === code && bar.by === ALL)
  if (!flag && isBarred && !isOurs && !isKeptOut) violated.push('honestFlagStands')
  return violated
}

// ---------------------------------------------------------------- a thief who wants to be unflagged

interface RetryState {
  c: Community
  looksBad: boolean
  hasTried: boolean
  turns: number
  isBare: boolean
}

/**
 * A thief with the stolen flagger f1 and newborns, and the honest flagger who accuses him while he looks bad, and lifts its
 * flag while he looks good. Appeals are denied.
 */
export function retryWorld(rules: Rules): World<RetryState> {
  return {
    name: 'a thief who looks good at times',
    start: { c: foundCommunity(SETUP), looksBad: true, hasTried: false, turns: 0, isBare: false },
    getHour: ({ c }) => c.now,
    key: ({ c, ...rest }) =>
      toKey(c) +
      encode([
        Number(rest.looksBad),
        Number(rest.hasTried),
        rest.turns,
        Math.min(c.lastProposal, 2),
      ]) +
      rest.isBare,
    moves: (state) => listRetryMoves(rules, state),
    tick: (state) => {
      const answered = answer(rules, state)
      const { flag, bars } = getRecord(answered.c, 0)
      const isBarred = bars.some((bar) => bar.by === ALL && bar.until > answered.c.now)
      const isBare = answered.looksBad && flag === undefined && !isBarred
      return {
        ...answered,
        isBare,
        c: forget(rules, advance(rules, answered.c, answered.c.now + STEP)),
      }
    },
    check: ({ isBare }) => (isBare ? ['thiefIsFlagged'] : []),
    end: 9 * DAY,
  }
}

/** What the honest flagger does. */
function answer(rules: Rules, state: RetryState): RetryState {
  const { c } = state
  const flag = findFlag(c)
  if (!state.looksBad) return { ...state, c: withdraw(rules, c) }
  if (flag) return flag.by === HONEST ? state : { ...state, hasTried: true }
  if (state.hasTried && !rules.refusedFlagIsRetried) return state
  const flagged = setFlag(rules, c, { address: 0, by: HONEST, code: CODES[0] })
  return isAccepted(flagged)
    ? { ...state, c: flagged, hasTried: false }
    : { ...state, hasTried: true }
}

/** The honest flagger lifts its own flag. */
function withdraw(rules: Rules, c: Community): Community {
  const flag = findFlag(c)
  if (flag?.by !== HONEST) return c
  const isEarly = c.now < flag.since + DAY || isNamed(c, 0)
  if (rules.agentIsPatient && isEarly) return c
  const lifted = unflag(rules, c, { address: 0, by: HONEST })
  return isAccepted(lifted) ? lifted : c
}

function listRetryMoves(rules: Rules, state: RetryState): Move<RetryState>[] {
  const { c } = state
  const flag = findFlag(c)
  const moves: Move<RetryState>[] = []
  const offer = (label: string, outcome: Outcome) => {
    if (isAccepted(outcome)) moves.push({ label, next: { ...state, c: forget(rules, outcome) } })
  }
  if (state.turns < 4)
    moves.push({
      label: `the thief looks ${state.looksBad ? 'good' : 'bad'}`,
      next: { ...state, looksBad: !state.looksBad, turns: state.turns + 1, hasTried: false },
    })
  offer('f1 flags keys', setFlag(rules, c, { address: 0, by: 'f1', code: 'keys' }))
  offer('f1 lifts', unflag(rules, c, { address: 0, by: 'f1' }))
  if (!flag) return moves
  const objection = { address: 0, against: 'flag', subject: flag.number, yes: 0, no: 7 } as const
  if (!refuseAppeal(rules, c, objection)) offer('the thief appeals', appeal(rules, c, objection))
  if (c.lastProposal < 2)
    offer(
      'a newborn proposes to unfreeze',
      propose(rules, c, { action: 'unfreeze', address: 0, by: 'newborn', yes: 0, no: 0 }),
    )
  return moves
}
