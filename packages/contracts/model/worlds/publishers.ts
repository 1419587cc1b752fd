import { DAY, LONG_AGO, WEEK } from '../governance.ts'
import type { Move, World } from '../search.ts'
import { encode } from '../search.ts'
import type { Rules } from '../sentences.ts'

type Grade = 'good' | 'middle' | 'bad'

/** What one publisher said of one wallet. 'good': at least 60, 'middle': 55 to 59. */
interface Voice {
  /** The first record of 55 or more after its last break; undefined while its latest is below. */
  since: number | undefined
  breakEndedAt: number
  grade: Grade
  at: number
}

/** `stolen` publishes what the thief wants until it is dismissed; `honest` what is true. */
type Publisher = 'stolen' | 'honest'

interface PublisherState {
  now: number
  voices: Partial<Record<Publisher, Voice>>
  latest: Publisher
  dismissedAt: number | undefined
  liftedAt: number | undefined
  restoredAt: number | undefined
}

const HALF_A_DAY = 12
const LONG_STANDING = -30 * DAY

function publish(s: PublisherState, who: Publisher, grade: Grade): PublisherState {
  const old = s.voices[who]
  const voice: Voice = {
    since: old?.since,
    breakEndedAt: old?.breakEndedAt ?? LONG_AGO,
    grade,
    at: s.now,
  }
  if (grade === 'bad') voice.since = undefined
  else if (voice.since === undefined) {
    voice.since = s.now
    if (old !== undefined) voice.breakEndedAt = s.now
  }
  return { ...s, voices: { ...s.voices, [who]: voice }, latest: who }
}

function listLive(rules: Rules, s: PublisherState): Voice[] {
  const isStolenLive = s.dismissedAt === undefined || !rules.dismissedCountsForNothing
  const { stolen, honest } = s.voices
  return [...(stolen && isStolenLive ? [stolen] : []), ...(honest ? [honest] : [])]
}

const hasWeek = (s: PublisherState, { since }: Voice) =>
  since !== undefined && s.now - since >= WEEK

/** Rule 28 for the wallet, except what concerns freezes and flags. */
function isEligible(rules: Rules, s: PublisherState): boolean {
  const live = listLive(rules, s)
  const latest = s.voices[s.latest]
  const shown = rules.ownRecord ? live : live.filter((voice) => voice === latest)
  const good = shown.filter(
    (voice) => voice.grade === 'good' && (!rules.standingIsFresh || s.now - voice.at < DAY),
  )
  if (good.length === 0) return false
  if (rules.standingLastsAWeek) {
    const bearers = rules.standingIsOnePublishers && rules.ownRecord ? good : live
    if (!bearers.some((voice) => hasWeek(s, voice))) return false
  }
  if (!rules.nobodyBelow) return true
  return live.every(
    ({ since, breakEndedAt }) => since !== undefined && s.now - breakEndedAt >= WEEK,
  )
}

function toKey(s: PublisherState): string {
  const age = (at: number | undefined) => (at === undefined ? -1 : Math.min(s.now - at, WEEK + DAY))
  const voices = [s.voices.stolen, s.voices.honest].flatMap((voice) =>
    voice
      ? [
          age(voice.since),
          age(voice.breakEndedAt),
          Math.min(age(voice.at), 2 * DAY),
          voice.grade.length,
        ]
      : [-2],
  )
  return encode([
    ...voices,
    s.latest.length,
    age(s.dismissedAt),
    age(s.liftedAt),
    age(s.restoredAt),
  ])
}

const START = {
  now: 0,
  latest: 'honest',
  dismissedAt: undefined,
  liftedAt: undefined,
  restoredAt: undefined,
} as const
const findVoice = (grade: Grade): Voice => ({
  since: grade === 'bad' ? undefined : LONG_STANDING,
  breakEndedAt: LONG_AGO,
  grade,
  at: 0,
})

function listStolenMoves(s: PublisherState): Move<PublisherState>[] {
  if (s.dismissedAt !== undefined) return []
  const own = s.voices.stolen
  const moves: Move<PublisherState>[] = []
  for (const grade of ['good', 'bad'] as const) {
    const isNews = own?.grade !== grade || s.now - own.at >= DAY || s.latest !== 'stolen'
    if (!isNews) continue
    const next = publish(s, 'stolen', grade)
    const liftedAt = grade === 'good' ? (s.liftedAt ?? s.now) : s.liftedAt
    moves.push({ label: `the stolen publisher says ${grade}`, next: { ...next, liftedAt } })
  }
  moves.push({ label: 'the stolen publisher is dismissed', next: { ...s, dismissedAt: s.now } })
  return moves
}

/** A stolen publisher lifts a thief of whom the honest one said `truth` so far. */
export function liftWorld(rules: Rules, truth: Grade | undefined): World<PublisherState> {
  const honest = truth === undefined ? undefined : findVoice(truth)
  return {
    name: `stolen publisher lifts a thief, honest one says ${truth ?? 'nothing'}`,
    start: { ...START, voices: honest ? { honest } : {} },
    getHour: ({ now }) => now,
    key: toKey,
    moves: listStolenMoves,
    tick: (state) => {
      const s = { ...state, now: state.now + HALF_A_DAY }
      const own = s.voices.honest
      // With one record for all, the stolen publisher keeps out everybody by the greatest height.
      const isKeptOut = !rules.ownRecord && s.liftedAt !== undefined && s.dismissedAt === undefined
      const isDue =
        own === undefined
          ? s.liftedAt !== undefined
          : s.now - own.at >= DAY || own.grade !== (truth ?? 'bad')
      return isDue && !isKeptOut ? publish(s, 'honest', truth ?? 'bad') : s
    },
    check: (s) => checkLift(rules, s, truth),
    end: 12 * DAY,
  }
}

function checkLift(rules: Rules, s: PublisherState, truth: Grade | undefined): string[] {
  if (s.liftedAt === undefined) return []
  const isAccused = truth !== 'middle' && (s.voices.honest?.grade === 'bad' || !rules.ownRecord)
  const violated: string[] = []
  if (isAccused && (isEligible(rules, s) || (readsGood(rules, s) && s.dismissedAt === undefined)))
    violated.push('lowRecordCounts')
  if (!isEligible(rules, s)) return violated
  if (s.now < s.liftedAt + WEEK) violated.push('liftedByLiesIsMute')
  if (s.dismissedAt !== undefined && !isEarned(s)) violated.push('standingIsEarned')
  return violated
}

function isEarned(s: PublisherState): boolean {
  const { honest } = s.voices
  return honest !== undefined && hasWeek(s, honest) && honest.grade === 'good'
}

/** Whether requireMin lets the wallet pass. */
function readsGood(rules: Rules, s: PublisherState): boolean {
  const live = listLive(rules, s).filter(({ at }) => s.now - at < DAY)
  const read = rules.lowestAnswers ? live : live.filter((voice) => voice === s.voices[s.latest])
  return read.length > 0 && read.every(({ grade }) => grade !== 'bad')
}

/** A stolen publisher lies about an honest voter and is dismissed. `knowsBoth`: it too had said good for long. */
export function lieWorld(rules: Rules, knowsBoth: boolean): World<PublisherState> {
  return {
    name: `stolen publisher lies about a voter${knowsBoth ? ' whom it knew' : ''}`,
    start: {
      ...START,
      voices: { honest: findVoice('good'), ...(knowsBoth ? { stolen: findVoice('good') } : {}) },
    },
    getHour: ({ now }) => now,
    key: toKey,
    moves: listStolenMoves,
    tick: (state) => {
      if (state.restoredAt !== undefined) return undefined
      const s = { ...state, now: state.now + HALF_A_DAY }
      const mine = s.voices.honest
      if (s.dismissedAt !== undefined) return { ...publish(s, 'honest', 'good'), restoredAt: s.now }
      return mine && s.now - mine.at >= DAY ? publish(s, 'honest', 'good') : s
    },
    check: (s) => (s.restoredAt === s.now && !isEligible(rules, s) ? ['standingIsRestored'] : []),
    end: 12 * DAY,
  }
}

/** An honest second publisher whose index covers little of an old voter and grows for three days (rule 30). */
export function youngWorld(rules: Rules): World<PublisherState> {
  return {
    name: 'young publisher',
    start: { ...START, voices: { honest: findVoice('good') } },
    getHour: ({ now }) => now,
    key: (s) => toKey(s) + encode([Math.min(s.now, 3 * DAY)]),
    moves: (s) => {
      const isCovered = s.now >= 3 * DAY
      const own = s.voices.stolen
      if ((!isCovered && rules.publisherCoversVoters) || own?.at === s.now) return []
      const grade = isCovered ? 'good' : 'bad'
      return [{ label: `the young publisher says ${grade}`, next: publish(s, 'stolen', grade) }]
    },
    tick: (state) => {
      const s = { ...state, now: state.now + HALF_A_DAY }
      return publish(s, 'honest', 'good')
    },
    check: (s) => (isEligible(rules, s) ? [] : ['youngIsQuiet']),
    end: 12 * DAY,
  }
}
