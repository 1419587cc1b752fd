import {
  appeal,
  type Community,
  dismiss,
  execute,
  getRecord,
  getState,
  isAccepted,
  type Outcome,
  propose,
  setFlag,
  settleProposal,
  unflag,
  vote,
} from '@app/rules/community.ts'
import { FREEZE_SECONDS, RECOVERY_DELAY_SECONDS } from '@app/rules/constants.ts'
import type { Address } from '@app/values/address.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import {
  castVotes,
  DAY,
  findNextChange,
  foundCommunity,
  HOUR,
  listProposals,
  person,
  view,
} from './people.ts'
import { Random } from './random.ts'

/** What is done about an address, in four words; README.md lists them. */
export type Step = readonly [action: string, what: string, who: string, votes: string]

export const VOTERS = ['v1', 'v2', 'v3', 'v4', 'm']
const SETUP = { flaggers: ['f1', 'f2'], voters: VOTERS, owners: { t: 'h' } }
const TARGET = person('t')
const WAIT: Step = ['wait', '-', '-', '-']
const CODES = ['behaviour', 'listed', 'contact']
const TALLIES = ['3:0', '3:0', '3:0', '3:0', '4:0', '2:1', '1:2', '0:3', '2:0', '0:0', '2:2', '3:1']

/** Does one step about an address now. */
export function act(c: Community, target: Address, [action, what, who, votes]: Step): Outcome {
  const by = person(who)
  const id = Number(what)
  switch (action) {
    case 'propose': {
      const motion = { action: what as ProposalAction, target, proposer: by }
      return castTally(propose(c, motion), votes)
    }
    case 'vote':
      return vote(c, { id, voter: by, support: votes === 'for' })
    case 'appeal-freeze':
      return castTally(appeal(c, target, { freezeNumber: id }), votes)
    case 'appeal-flag':
      return castTally(appeal(c, target, { flagNumber: id }), votes)
    case 'flag':
      return setFlag(c, { address: target, flagger: by, reasonCode: what })
    case 'unflag':
      return unflag(c, { address: target, flagger: by })
    case 'execute':
      return execute(c, id)
    case 'settle':
      return settleProposal(c, id)
    case 'dismiss':
      return dismiss(c, by)
    default:
      return c
  }
}

/** '2:1' are v1 and v2 For, v3 Against. */
function castTally(opened: Outcome, tally: string): Outcome {
  if (!isAccepted(opened)) return opened
  const [votesFor = 0, votesAgainst = 0] = tally.split(':').map(Number)
  const id = opened.lastProposal
  return castVotes(opened, { id, people: VOTERS, tally: [votesFor, votesAgainst] })
}

// ---------------------------------------------------------------- random steps

const CALM_HOURS = [0, 1, 6, 12, 24, 48, 72, 96]

/** What a walk has more of than others. */
interface Mood {
  proposers: readonly string[]
  actionsOnFrozen: readonly ProposalAction[]
  /** How often nothing but the action happens. */
  haste: number
}

const EVERYBODY = ['m', 'm', 'm', 'm', 'f1', 'f2', 'n', 't']
export const MOODS: readonly Mood[] = [
  {
    proposers: EVERYBODY,
    actionsOnFrozen: ['freeze', 'unfreeze', 'unfreeze', 'recover', 'recover', 'recover'],
    haste: 0.45,
  },
  { proposers: ['m', 'm', 'f1'], actionsOnFrozen: ['freeze', 'recover', 'recover'], haste: 0.5 },
  {
    proposers: ['m', 'n', 't'],
    actionsOnFrozen: ['freeze', 'unfreeze', 'unfreeze', 'recover'],
    haste: 0.8,
  },
]

const ACTIONS_ON_UNFROZEN = ['freeze', 'freeze', 'freeze', 'unfreeze', 'recover'] as const

/** When a recovery can first be executed, when its approval alone holds the freeze, and when a vote opens that ends with it. */
function listTightTimes(c: Community, target: Address): number[] {
  const { freeze, freezeEnd } = getState(c, target)
  if (freeze === null) return []
  const { since, renewedAt } = freeze
  return [since + RECOVERY_DELAY_SECONDS, renewedAt + FREEZE_SECONDS, (freezeEnd ?? 0) - DAY]
}

/** Picks the time of the next step, often one at which something ends. */
export function pickTime(
  random: Random,
  c: Community,
  { target, mood: { haste } }: { target: Address; mood: Mood },
): number {
  if (random.next() < haste) return c.now
  const tight = listTightTimes(c, target).filter((time) => time > c.now)
  if (tight.length > 0 && random.next() < 0.25) return random.pick(tight)
  const next = findNextChange(c)
  if (next === undefined || random.next() < 0.4) return c.now + random.pick(CALM_HOURS) * HOUR
  return random.pick([next, next, next, next, next + HOUR, Math.max(c.now, next - HOUR)])
}

/** What hurries: an execution, or an appeal while a recovery is decided. */
function pickUrgentStep(random: Random, c: Community, target: Address): Step | undefined {
  const proposals = listProposals(c, target)
  const approved = proposals.filter(({ status }) => status === 'approved')
  const isRecoveryUnderWay = [...approved, ...proposals.filter(({ isOpen }) => isOpen)].some(
    ({ action }) => action === 'recover',
  )
  if (isRecoveryUnderWay && random.next() < 0.2) return pickAppeal(random, c, target)
  if (approved.length === 0 || random.next() >= 0.4) return undefined
  return ['execute', `${random.pick(approved).ballot.id}`, '-', '-']
}

/** Picks what is done next about an address. */
export function pickStep(
  random: Random,
  c: Community,
  { target, mood }: { target: Address; mood: Mood },
): Step {
  const urgent = pickUrgentStep(random, c, target)
  if (urgent !== undefined) return urgent
  const { flag, freeze } = getState(c, target)
  const luck = random.next()
  if (luck < 0.48) {
    const actions = freeze === null ? ACTIONS_ON_UNFROZEN : mood.actionsOnFrozen
    return ['propose', random.pick(actions), random.pick(mood.proposers), random.pick(TALLIES)]
  }
  if (luck < 0.62) return pickAppeal(random, c, target)
  if (luck < 0.74) return pickFlagging(random, flag !== null)
  if (luck < 0.86) return pickVote(random, c)
  if (luck < 0.93) return ['settle', `${1 + random.below(c.lastProposal + 1)}`, '-', '-']
  if (luck < 0.98) return ['execute', `${1 + random.below(c.lastProposal + 1)}`, '-', '-']
  return luck < 0.985 ? ['dismiss', '-', 'f2', '-'] : WAIT
}

/** Against what stands, rarely against another number. */
function pickAppeal(random: Random, c: Community, target: Address): Step {
  const { flag, freeze } = getState(c, target)
  const isStale = random.next() < 0.1
  if (freeze !== null && random.next() < 0.65) {
    const number = isStale ? 1 + random.below(c.lastFreeze + 1) : freeze.number
    return ['appeal-freeze', `${number}`, 't', random.pick(TALLIES)]
  }
  const number = isStale ? 1 + random.below(c.lastFlag + 1) : (flag?.number ?? c.lastFlag)
  return ['appeal-flag', `${Math.max(1, number)}`, 't', random.pick(TALLIES)]
}

function pickFlagging(random: Random, isFlagged: boolean): Step {
  const who = random.pick(['f1', 'f2'])
  return random.next() < (isFlagged ? 0.5 : 0.05)
    ? ['unflag', '-', who, '-']
    : ['flag', random.pick(CODES), random.next() < 0.05 ? 'm' : who, '-']
}

function pickVote(random: Random, c: Community): Step {
  const number = Math.max(1, c.lastProposal - random.below(3))
  const who = random.pick([...VOTERS, 'n', 't'])
  return ['vote', `${number}`, who, random.pick(['for', 'against'])]
}

// ---------------------------------------------------------------- walks for the contracts

interface TimedStep {
  hour: number
  step: Step
}

interface Walk {
  steps: readonly TimedStep[]
  lines: readonly string[]
  end: Community
}

/** Takes steps from the beginning, and says in a line what each gives. */
function replay(steps: readonly TimedStep[]): Walk {
  let c = foundCommunity(SETUP)
  const lines = steps.map(({ hour, step }) => {
    const before = { ...c, now: hour * HOUR }
    const outcome = act(before, TARGET, step)
    c = isAccepted(outcome) ? outcome : before
    const result = isAccepted(outcome) ? 'ok' : outcome
    return `${hour} ${step.join(' ')} ${result} ${view(c, TARGET)}`
  })
  return { steps, lines, end: c }
}

/** A random walk of one address. Whenever time has passed, it first looks at what time alone has done. */
function takeWalk(seed: number, length: number): Walk {
  const random = new Random(seed)
  const options = { target: TARGET, mood: random.pick(MOODS) }
  let c = foundCommunity(SETUP)
  const steps: TimedStep[] = []
  for (let taken = 0; taken < length; ) {
    c = { ...c, now: pickTime(random, c, options) }
    const step = pickStep(random, c, options)
    const outcome = act(c, TARGET, step)
    const isDull = !isAccepted(outcome) && random.next() < 0.7
    if (isDull) continue
    if (isAccepted(outcome)) c = outcome
    taken += 1
    const hour = c.now / HOUR
    if (steps.at(-1)?.hour !== hour) steps.push({ hour, step: WAIT })
    steps.push({ hour, step })
    if (getRecord(c, TARGET).isRecovered && random.next() < 0.2) break
  }
  return replay([...steps, { hour: c.now / HOUR, step: WAIT }])
}

/**
 * The same decisions, with executions of one hour in the opposite order and without settling: freeze, its end, flag and
 * recovery must come out the same (rule 4). Undefined when nothing changes.
 */
function reorder(walk: Walk): Walk | undefined {
  const steps = walk.steps.filter(({ step }) => step[0] !== 'settle')
  const isExecution = (i: number, hour: number | undefined) =>
    steps[i]?.step[0] === 'execute' && steps[i]?.hour === hour
  const reordered: TimedStep[] = []
  let isChanged = steps.length < walk.steps.length
  for (let from = 0; from < steps.length; ) {
    let to = from + 1
    while (isExecution(from, steps[from]?.hour) && isExecution(to, steps[from]?.hour)) to += 1
    if (to - from > 1) isChanged = true
    reordered.push(...steps.slice(from, to).reverse())
    from = to
  }
  return isChanged ? replay(reordered) : undefined
}

/** What may not depend on the order of executions. */
const getEndState = (walk: Walk) => view(walk.end, TARGET).split(' ').slice(0, 4).join(' ')

/** Returns walks as the tests of the contracts read them (README.md), each with its lines. */
export function buildWalks(options: { seed: number; count: number; length: number }): string[] {
  return Array.from({ length: options.count }, (_, index) => {
    const number = index + 1
    const walk = takeWalk(options.seed * 1_000_003 + number, options.length)
    const other = reorder(walk)
    const ways = [`walk ${number} a`, ...walk.lines]
    if (other !== undefined) ways.push(`walk ${number} b`, ...other.lines)
    if (other !== undefined && getEndState(other) !== getEndState(walk))
      throw new Error(`The order of executions changes the outcome:\n${ways.join('\n')}`)
    return `${ways.join('\n')}\n`
  })
}
