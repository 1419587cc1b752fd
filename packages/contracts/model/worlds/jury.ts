import {
  advance,
  appeal,
  type Community,
  DAY,
  dismiss,
  execute,
  foundCommunity,
  getRecord,
  getStanding,
  isAccepted,
  LONG_AGO,
  mayVote,
  type Outcome,
  propose,
  setFlag,
  unflag,
  vote,
  WEEK,
} from '../governance.ts'
import { encode, type Move, type World } from '../search.ts'
import type { Rules } from '../sentences.ts'
import { forget, toKey } from './canon.ts'

// ---------------------------------------------------------------- neighbours of the accused

/** 'low': 45 to 54; 'bad': below 45. */
type Grade = 'high' | 'low' | 'bad'

/** Which record of a juror must be 45 or more: that of some live publisher, or of each. */
export type JuryRule = 'none' | 'some' | 'each'

interface JuryState {
  now: number
  flaggedAt: number
  appealedAt: number
  /** What the honest publisher and the stolen one last said of the neighbours. */
  honest: Grade
  stolen: Grade | undefined
  standingEndedAt: number
  misdeedAt: number
}

/** Hours after the flag. */
const JURY_DELAYS = { accusation: 0, execution: DAY, renewal: 2 * DAY }

export interface JuryOptions {
  isStolen: boolean
  /** What the accused appeals against: the flag, or the freeze that was proposed for it and executed a day later. */
  against?: 'flag' | 'freeze'
  /** From when the jury of a freeze is counted: a renewal, its first execution, or the flag. */
  juryFrom?: keyof typeof JURY_DELAYS
  days?: number
}

/**
 * A list entry lowers the neighbours of the accused to 54. They are honest, or accomplices who steal on (`misdeed`: below
 * 45). A second publisher may be stolen and say anything of them.
 */
export function juryWorld(jury: JuryRule, options: JuryOptions): World<JuryState> {
  const { isStolen, against = 'flag', days = 10 } = options
  const name = `neighbours of the accused, appeal against the ${against}`
  return {
    name: `${name}, ${isStolen ? 'a stolen publisher' : 'honest publishers'}`,
    start: {
      now: 0,
      flaggedAt: LONG_AGO,
      appealedAt: LONG_AGO,
      honest: 'high',
      stolen: undefined,
      standingEndedAt: LONG_AGO,
      misdeedAt: LONG_AGO,
    },
    getHour: ({ now }) => now,
    key: (s) => JSON.stringify({ ...s, now: 0 }) + s.now,
    moves: (s) => listJuryMoves(s, options),
    tick: (s) => {
      const isLowered = s.flaggedAt > LONG_AGO && s.honest === 'high'
      const lowered = isLowered ? lower({ ...s, honest: 'low' }) : s
      return { ...lowered, now: s.now + 12 }
    },
    check: (s) => checkJury(s, jury, options),
    end: days * DAY,
  }
}

const lower = (s: JuryState): JuryState =>
  s.standingEndedAt > LONG_AGO ? s : { ...s, standingEndedAt: s.now + 1 }

function listJuryMoves(s: JuryState, { isStolen, against }: JuryOptions): Move<JuryState>[] {
  const moves: Move<JuryState>[] = []
  if (s.flaggedAt === LONG_AGO) moves.push({ label: 'a flag', next: { ...s, flaggedAt: s.now } })
  else if (s.appealedAt === LONG_AGO && (against !== 'freeze' || s.now >= s.flaggedAt + DAY))
    moves.push({ label: 'an appeal', next: { ...s, appealedAt: s.now } })
  if (s.misdeedAt === LONG_AGO)
    moves.push({
      label: 'the neighbours steal, and are put below 45',
      next: lower({ ...s, honest: 'bad', misdeedAt: s.now }),
    })
  for (const stolen of isStolen ? (['high', 'bad'] as const) : []) {
    const next = { ...s, stolen }
    const said = stolen === 'bad' ? lower(next) : next
    if (s.stolen !== stolen)
      moves.push({ label: `the stolen publisher says ${stolen}`, next: said })
  }
  return moves
}

const getJuryTime = ({ flaggedAt }: JuryState, { juryFrom = 'accusation' }: JuryOptions): number =>
  flaggedAt + JURY_DELAYS[juryFrom]

function checkJury(s: JuryState, jury: JuryRule, options: JuryOptions): string[] {
  if (s.appealedAt === LONG_AGO || s.now >= s.appealedAt + DAY) return []
  const hadStood = (at: number) => s.standingEndedAt === LONG_AGO || s.standingEndedAt > at
  const stoodThen = hadStood(s.flaggedAt)
  const isTimely = s.appealedAt < s.flaggedAt + WEEK
  const records = s.stolen ? [s.honest, s.stolen] : [s.honest]
  const isHigh = (grade: Grade) => grade !== 'bad'
  const isGood = jury === 'some' ? records.some(isHigh) : records.every(isHigh)
  const isJuror = jury !== 'none' && hadStood(getJuryTime(s, options)) && isTimely && isGood
  const mayDecide = s.standingEndedAt === LONG_AGO || isJuror
  const violated: string[] = []
  const isInnocent = s.misdeedAt === LONG_AGO && s.stolen !== 'bad' && stoodThen && isTimely
  if (isInnocent && !mayDecide) violated.push('juryIsNotChosen')
  if (s.honest === 'bad' && mayDecide) violated.push('lowRecordCounts')
  return violated
}

// ---------------------------------------------------------------- colluders

const COLLUDERS = ['d1', 'd2', 'd3']
const JURORS = ['j1', 'j2', 'j3', 'j4']
const COLLUSION = {
  flaggers: ['f1', 'f2'],
  voters: [...COLLUDERS, ...JURORS],
  owners: [...JURORS],
  heirs: JURORS.map(() => 'heir'),
  sharedPlaces: 60,
}

interface CollusionState {
  c: Community
  awake: boolean
}

/**
 * Three colluding voters and a stolen flagger flag and freeze the only other voters, one vote at a time. `awake`: each
 * juror who may votes Against on the freezes and For the appeals within a day, and who replaced a vote has it counted.
 */
export function collusionWorld(
  rules: Rules,
  options: { awake: boolean; dismisses: boolean },
): World<CollusionState> {
  return {
    name: `three colluders and a stolen flagger, jurors ${options.awake ? 'vote' : 'sleep on the first day'}${options.dismisses ? ', the flagger is dismissed' : ''}`,
    start: { c: foundCommunity(COLLUSION), awake: options.awake },
    getHour: ({ c }) => c.now,
    key: ({ c }) => toKey(c) + encode(c.proposals.flatMap((p) => [p.address, p.yes, p.no])),
    moves: ({ c, awake }) => listCollusionMoves(rules, { c, awake }, options.dismisses),
    tick: (state) => {
      // The runbook dismisses within half a day of the executions.
      const isOverdue = options.dismisses && state.c.now >= DAY && state.c.dismissed.length === 0
      if (isOverdue) return undefined
      const isVoting = state.awake || state.c.now >= DAY
      const c = isVoting ? voteHonestly(rules, state.c) : state.c
      return { ...state, c: forget(rules, advance(rules, c, c.now + 12)) }
    },
    check: ({ c }) => checkCollusion(rules, c),
    end: 4 * DAY,
  }
}

function voteHonestly(rules: Rules, c: Community): Community {
  let voted = c
  for (const p of c.proposals)
    for (const by of JURORS) {
      const outcome = vote(rules, voted, {
        proposal: p.number,
        by,
        supports: p.action === 'unfreeze',
      })
      if (p.status === 'open' && isAccepted(outcome)) voted = outcome
    }
  return voted
}

function listCollusionMoves(
  rules: Rules,
  state: CollusionState,
  dismisses: boolean,
): Move<CollusionState>[] {
  const { c } = state
  const moves: Move<CollusionState>[] = []
  const offer = (label: string, outcome: Outcome) => {
    if (isAccepted(outcome)) moves.push({ label, next: { ...state, c: forget(rules, outcome) } })
  }
  // The jurors are alike: the colluders take them in turn.
  const next = c.records.findIndex(({ flag, freeze }, address) => {
    const isProposed = c.proposals.some((p) => p.address === address && p.action === 'freeze')
    return flag === undefined || (freeze === undefined && !isProposed)
  })
  if (next >= 0 && !c.dismissed.includes('f1')) {
    offer(
      `f1 flags juror ${next}`,
      setFlag(rules, c, { address: next, by: 'f1', code: 'behaviour' }),
    )
    const by = COLLUDERS[next % 3] ?? ''
    offer(
      `freeze of juror ${next}, 3:0`,
      propose(rules, c, { action: 'freeze', address: next, by, yes: 7, no: 0 }),
    )
  }
  for (const p of c.proposals)
    if (p.status === 'approved')
      offer(`the DAO executes ${p.action} of juror ${p.address}`, execute(rules, c, p.number))
  c.records.forEach((record, address) => {
    const freeze = getStanding(record)?.number ?? 0
    offer(
      `juror ${address} appeals`,
      appeal(rules, c, { address, against: 'freeze', subject: freeze, yes: 0, no: 7 }),
    )
  })
  if (dismisses && c.now >= DAY)
    offer('f1 is dismissed, f2 lifts its flags', dismissFlagger(rules, c))
  return moves
}

function dismissFlagger(rules: Rules, c: Community): Outcome {
  const outcome = dismiss(c, 'f1')
  if (!isAccepted(outcome)) return outcome
  return outcome.records.reduce((at: Community, _, address) => {
    const lifted = unflag(rules, at, { address, by: 'f2' })
    return isAccepted(lifted) ? lifted : at
  }, outcome)
}

/** Whether an open appeal has no juror left half a day after it was opened. */
function checkCollusion(rules: Rules, c: Community): string[] {
  const isCaptured = c.appeals.some(
    (a) =>
      a.status === 'open' &&
      c.now >= a.openedAt + DAY / 2 &&
      JURORS.every(
        (who, own) => own === a.address || !mayVote(rules, c, [who, 'unfreeze', a.address]),
      ),
  )
  return isCaptured ? ['juryIsNotChosen'] : []
}

// ---------------------------------------------------------------- flood

interface FloodState {
  c: Community
  sent: readonly number[]
}

/** Votes in one signed message. */
const VOTES_IN_A_MESSAGE = 8

/** `wallets` flagged wallets appeal in one block; each of six voters may send messages with 8 votes each. */
export function floodWorld(rules: Rules, wallets: number): World<FloodState> {
  const voters = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6']
  const owners = Array.from({ length: wallets }, (_, i) => `w${i}`)
  let c = foundCommunity({ flaggers: ['f1'], voters, owners, heirs: owners, sharedPlaces: 60 })
  const messages = Math.ceil(wallets / VOTES_IN_A_MESSAGE)
  for (let address = 0; address < wallets; address += 1) {
    const flagged = setFlag(rules, c, { address, by: 'f1', code: 'listed' })
    if (!isAccepted(flagged)) throw new Error(flagged)
    const subject = getRecord(flagged, address).flag?.number ?? 0
    const opened = appeal(rules, flagged, { address, against: 'flag', subject, yes: 0, no: 0 })
    c = isAccepted(opened) ? opened : flagged
  }
  return {
    name: `${wallets} appeals in one block, 6 voters`,
    start: { c, sent: voters.map(() => 0) },
    getHour: (s) => s.c.now,
    key: (s) => `${s.c.now} ${[...s.sent].sort().join()}`,
    moves: (s) =>
      voters.flatMap((by, i) => {
        const sent = s.sent[i] ?? 0
        if (sent >= messages || s.c.now > 0) return []
        const from = sent * VOTES_IN_A_MESSAGE
        const voted = s.c.proposals.slice(from, from + VOTES_IN_A_MESSAGE).reduce((at, p) => {
          const outcome = vote(rules, at, { proposal: p.number, by, supports: false })
          return isAccepted(outcome) ? outcome : at
        }, s.c)
        const next = { c: voted, sent: s.sent.map((n, j) => (j === i ? n + 1 : n)) }
        return [{ label: `${by} sends a message of 8 votes`, next }]
      }),
    tick: (s) => ({ ...s, c: advance(rules, s.c, s.c.now + DAY) }),
    check: (s) => {
      const isDone = s.sent.filter((n) => n >= messages).length >= 3
      const areDecided = s.c.appeals.every((a) => a.status === 'denied')
      const isUnheard = s.c.appeals.length < wallets
      return isUnheard || (s.c.now > 0 && isDone && !areDecided) ? ['floodIsDecided'] : []
    },
    end: DAY,
  }
}
