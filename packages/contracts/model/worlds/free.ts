import { type Community, findProposal, isAccepted, type Outcome } from '@app/rules/community.ts'
import { findNextChange, foundCommunity, HOUR, listExecutable, person } from '../people.ts'
import { checkState, checkTime, History } from '../properties.ts'
import { Random } from '../random.ts'
import { type Findings, shrink, type Trace } from '../search.ts'
import { act, MOODS, pickStep, pickTime, type Step, VOTERS } from '../walks.ts'
import { forget } from './canon.ts'

/** Two addresses share everything; the owner of the second is a voter. Three places are left for who may not vote. */
const SETUP = {
  flaggers: ['f1', 'f2'],
  voters: [...VOTERS, 'juror'],
  owners: { t: 'h', juror: 'v3' },
  takenPlaces: 57,
}

interface FreeStep {
  hour: number
  target: string
  step: Step
}

/** Also what the walks for the contracts do not contain: a voter gains or loses standing, and what nothing depends on is forgotten. */
function actFreely(c: Community, target: string, step: Step): Outcome {
  const [action, , who] = step
  if (action === 'forget') return forget(c)
  if (action !== 'standing') return act(c, person(target), step)
  const others = c.standing.filter((voter) => voter !== who)
  return {
    ...c,
    standing: c.standing.length > others.length ? others : [...others, person(who)],
  }
}

/** A community on its way, with all that was violated so far. */
class Journey {
  readonly #history = new History()
  readonly violated = new Set<string>()
  c = foundCommunity(SETUP)

  #enter(next: Community, names: readonly string[]) {
    for (const name of [...names, ...this.#history.see(next), ...checkState(next)])
      this.violated.add(name)
    this.c = next
  }

  /** Brings the community to a time, and looks at it whenever time changes something. */
  goTo(time: number) {
    while (this.c.now < time && this.violated.size === 0) {
      const next = { ...this.c, now: Math.min(time, findNextChange(this.c) ?? time) }
      this.#enter(next, checkTime(this.c, next))
    }
  }

  take(target: string, step: Step): boolean {
    const before = this.c
    const outcome = actFreely(before, target, step)
    if (!isAccepted(outcome)) return false
    const executed = listExecutable(before).find(
      ({ ballot }) => findProposal(outcome, ballot.id)?.executedAt === before.now,
    )
    const names = executed ? this.#history.checkExecution(before, executed, outcome) : []
    this.#enter(outcome, names)
    return true
  }
}

function isViolatedBy(name: string, steps: readonly FreeStep[]): boolean {
  const journey = new Journey()
  for (const { hour, target, step } of steps) {
    if (hour * HOUR < journey.c.now) return false
    journey.goTo(hour * HOUR)
    if (journey.violated.has(name)) return true
    journey.take(target, step)
  }
  return journey.violated.has(name)
}

function walkFreely(random: Random): { steps: FreeStep[]; violated: Set<string> } {
  const journey = new Journey()
  const mood = random.pick(MOODS)
  const steps: FreeStep[] = []
  for (let i = 0; i < 60 && journey.violated.size === 0; i += 1) {
    const target = random.pick(['t', 't', 't', 'juror'])
    const options = { target: person(target), mood }
    journey.goTo(pickTime(random, journey.c, options))
    const step = random.next() < 0.05 ? pickRareStep(random) : pickStep(random, journey.c, options)
    if (journey.violated.size === 0 && journey.take(target, step))
      steps.push({ hour: journey.c.now / HOUR, target, step })
  }
  const end = { hour: journey.c.now / HOUR, target: '-', step: ['wait', '-', '-', '-'] } as const
  return { steps: [...steps, end], violated: journey.violated }
}

const pickRareStep = (random: Random): Step =>
  random.pick([
    ['forget', '-', '-', '-'],
    ['standing', '-', 'm', '-'],
    ['standing', '-', 'juror', '-'],
  ])

/** Random walks of two addresses: any outcome of any vote, any proposer, a DAO that chooses order and omits executions. */
export function walkWorld(seed: number, { deadline = Infinity, most = Infinity }): Findings {
  const random = new Random(seed)
  const violations = new Map<string, Trace>()
  let count = 0
  while (count < most && Date.now() < deadline && violations.size === 0) {
    count += 1
    const { steps, violated } = walkFreely(random)
    for (const name of violated) {
      const short = shrink(steps, (some) => isViolatedBy(name, some))
      const trace = short.map(({ hour, target, step }) => `${hour}: ${target} ${step.join(' ')}`)
      violations.set(name, [...trace, 'violated'])
    }
  }
  return { count, unit: 'walks', cutOffAt: undefined, violations }
}
