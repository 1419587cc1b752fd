import { type Community, findProposal, isAccepted, type Outcome } from '@app/rules/community.ts'
import { findNextChange, foundCommunity, HOUR, listExecutable, person } from './people.ts'
import { checkState, checkTime, History, type PropertyName } from './properties.ts'
import { Random } from './random.ts'
import { act, MOODS, pickStep, pickTime, type Step, VOTERS } from './walks.ts'

/** Two addresses share everything; the owner of the second is a voter. Three places are left for who may not vote. */
const SETUP = {
  flaggers: ['f1', 'f2'],
  voters: [...VOTERS, 'juror'],
  owners: { t: 'h', juror: 'v3' },
  takenPlaces: 57,
}
const STEPS = 60

interface FreeStep {
  hour: number
  target: string
  step: Step
}

/** What a walk violated, each with the fewest of its steps that do. */
export interface Violation {
  property: PropertyName
  steps: string[]
}

/**
 * Takes random walks of two addresses until one violates a property, or the limits are reached: any outcome of any vote,
 * any proposer, a DAO that chooses the order of executions and omits some. Returns the number of walks.
 */
export function walkFreely(
  seed: number,
  { deadlineMs = Infinity, most = Infinity }: { deadlineMs?: number; most?: number },
): { walks: number; violations: Violation[] } {
  const random = new Random(seed)
  for (let walks = 1; ; walks += 1) {
    const { steps, violated } = takeWalk(random)
    const violations = [...violated].map((property) => ({
      property,
      steps: shorten(steps, property).map(
        ({ hour, target, step }) => `${hour}: ${target} ${step.join(' ')}`,
      ),
    }))
    if (violations.length > 0 || walks >= most || Date.now() > deadlineMs)
      return { walks, violations }
  }
}

function takeWalk(random: Random): { steps: FreeStep[]; violated: ReadonlySet<PropertyName> } {
  const journey = new Journey()
  const mood = random.pick(MOODS)
  const steps: FreeStep[] = []
  for (let i = 0; i < STEPS && journey.violated.size === 0; i += 1) {
    const target = random.pick(['t', 't', 't', 'juror'])
    const options = { target: person(target), mood }
    journey.goTo(pickTime(random, journey.c, options))
    const step = random.next() < 0.03 ? pickStanding(random) : pickStep(random, journey.c, options)
    if (journey.violated.size === 0 && journey.take(target, step))
      steps.push({ hour: journey.c.now / HOUR, target, step })
  }
  const end = { hour: journey.c.now / HOUR, target: '-', step: ['wait', '-', '-', '-'] } as const
  return { steps: [...steps, end], violated: journey.violated }
}

const pickStanding = (random: Random): Step => ['standing', '-', random.pick(['m', 'juror']), '-']

/** Leaves out the steps without which the property is violated too. */
function shorten(steps: readonly FreeStep[], property: PropertyName): readonly FreeStep[] {
  return steps.reduceRight((shortest, step) => {
    const shorter = shortest.filter((other) => other !== step)
    return isViolatedBy(property, shorter) ? shorter : shortest
  }, steps)
}

function isViolatedBy(property: PropertyName, steps: readonly FreeStep[]): boolean {
  const journey = new Journey()
  for (const { hour, target, step } of steps) {
    journey.goTo(hour * HOUR)
    if (journey.violated.has(property)) return true
    journey.take(target, step)
  }
  return journey.violated.has(property)
}

/** A community on its way, with all that was violated so far. */
class Journey {
  readonly #history = new History()
  readonly violated = new Set<PropertyName>()
  c = foundCommunity(SETUP)

  #enter(next: Community, names: readonly PropertyName[]) {
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

  /** Returns whether the rules accept the step. */
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

/** Also what the walks for the contracts do not contain: a voter gains or loses standing. */
function actFreely(c: Community, target: string, step: Step): Outcome {
  const [action, , who] = step
  if (action !== 'standing') return act(c, person(target), step)
  const others = c.standing.filter((voter) => voter !== who)
  const isGained = c.standing.length === others.length
  return { ...c, standing: isGained ? [...others, person(who)] : others }
}
