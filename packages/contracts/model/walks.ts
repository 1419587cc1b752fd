import {
  advance,
  appeal,
  type Community,
  DAY,
  dismiss,
  execute,
  findDue,
  foundCommunity,
  getLapse,
  getRecord,
  getStanding,
  isAccepted,
  type Outcome,
  type Proposal,
  propose,
  RECOVERY_DELAY,
  setFlag,
  unflag,
  vote,
  WEEK,
} from './governance.ts'
import { Random } from './random.ts'
import { RULES } from './sentences.ts'

/** What is done, in four words; README.md lists them. */
export type Step = readonly [action: string, what: string, who: string, votes: string]
interface TimedStep {
  hour: number
  step: Step
}

const VOTERS = ['v1', 'v2', 'v3', 'v4', 'm']
const SETUP = {
  flaggers: ['f1', 'f2'],
  voters: VOTERS,
  owners: ['t'],
  heirs: ['h'],
  sharedPlaces: 60,
}
const WAIT: Step = ['wait', '-', '-', '-']
const CODES = ['behaviour', 'listed', 'contact']
const TALLIES = ['3:0', '3:0', '3:0', '3:0', '4:0', '2:1', '1:2', '0:3', '2:0', '0:0', '2:2', '3:1']

/** Does one step at the present hour. */
export function act(c: Community, [action, what, who, votes]: Step): Outcome {
  const [yes, no] = parseVotes(votes)
  switch (action) {
    case 'propose':
      return propose(RULES, c, { action: what as Proposal['action'], address: 0, by: who, yes, no })
    case 'vote':
      return vote(RULES, c, { proposal: Number(what), by: who, supports: votes === 'for' })
    case 'appeal-freeze':
    case 'appeal-flag': {
      const against = action === 'appeal-freeze' ? 'freeze' : 'flag'
      return appeal(RULES, c, { address: 0, against, subject: Number(what), yes, no })
    }
    case 'flag':
      return setFlag(RULES, c, { address: 0, by: who, code: what })
    case 'unflag':
      return unflag(RULES, c, { address: 0, by: who })
    case 'execute':
      return execute(RULES, c, Number(what))
    case 'dismiss':
      return dismiss(c, who)
    default:
      return c
  }
}

/** '2:1' are v1 and v2 For, v3 Against. */
function parseVotes(votes: string): [yes: number, no: number] {
  const [yes = 0, no = 0] = votes.includes(':') ? votes.split(':').map(Number) : []
  return [2 ** yes - 1, (2 ** no - 1) << yes]
}

/** freeze, freezeEnd, flag, recovered, proposals, appeals; see README.md. */
export function view(c: Community): string {
  const record = getRecord(c, 0)
  const freeze = getStanding(record)
  return [
    freeze?.number ?? '-',
    freeze ? getLapse(RULES, c, 0) : '-',
    record.flag?.number ?? '-',
    record.isRecovered ? 'yes' : 'no',
    c.proposals.map(formatStatus).join(',') || '-',
    c.appeals.map(({ status }) => status).join(',') || '-',
  ].join(' ')
}

function formatStatus({ status, yes, no }: Proposal): string {
  if (status !== 'open') return status
  return (yes | no) === 0 ? 'pending' : 'active'
}

interface Walk {
  steps: TimedStep[]
  lines: string[]
  end: Community
}

function replay(steps: readonly TimedStep[]): Walk {
  let c = foundCommunity(SETUP)
  const lines: string[] = []
  for (const { hour, step } of steps) {
    c = advance(RULES, c, hour)
    const outcome = act(c, step)
    if (isAccepted(outcome)) c = outcome
    lines.push(formatLine({ hour, step }, outcome, c))
  }
  return { steps: [...steps], lines, end: c }
}

const formatLine = ({ hour, step }: TimedStep, outcome: Outcome, c: Community) =>
  `${hour} ${step.join(' ')} ${isAccepted(outcome) ? 'ok' : outcome} ${view(c)}`

// ---------------------------------------------------------------- random walks

const CALM_HOURS = [0, 1, 6, 12, 24, 48, 72, 96]

/** What a walk has more of than others. */
interface Mood {
  proposers: readonly string[]
  actionsOnFrozen: readonly Proposal['action'][]
  /** How often nothing but the action happens. */
  haste: number
}

const EVERYBODY = ['m', 'm', 'm', 'm', 'f1', 'f2', 'n', 't']
const MOODS: readonly Mood[] = [
  {
    proposers: EVERYBODY,
    actionsOnFrozen: ['freeze', 'unfreeze', 'unfreeze', 'recover', 'recover', 'recover'],
    haste: 0.45,
  },
  {
    proposers: EVERYBODY,
    actionsOnFrozen: ['freeze', 'freeze', 'unfreeze', 'recover', 'recover', 'recover', 'recover'],
    haste: 0.55,
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
function listTightHours(c: Community): number[] {
  const freeze = getStanding(getRecord(c, 0))
  if (freeze === undefined) return []
  return [freeze.since + RECOVERY_DELAY, freeze.renewedAt + WEEK, getLapse(RULES, c, 0) - DAY]
}

function pickHour(random: Random, c: Community, { haste }: Mood): number {
  const due = findDue(RULES, c)?.at
  const luck = random.next()
  if (luck < haste) return c.now
  const tight = listTightHours(c).filter((hour) => hour > c.now)
  if (tight.length > 0 && random.next() < 0.25) return random.pick(tight)
  if (due === undefined || random.next() < 0.4) return c.now + random.pick(CALM_HOURS)
  const tie = Math.max(c.now, due)
  return random.pick([tie, tie, tie, tie, tie + 1, Math.max(c.now, tie - 1)])
}

const isRecoveryUnderWay = (c: Community) =>
  c.proposals.some((p) => p.action === 'recover' && ['open', 'approved'].includes(p.status))

/** What hurries: an execution, or an appeal while a recovery is decided. */
function pickUrgentStep(random: Random, c: Community): Step | undefined {
  const approved = c.proposals.filter(({ status }) => status === 'approved')
  if (isRecoveryUnderWay(c) && random.next() < 0.2) return pickAppeal(random, c)
  if (approved.length === 0 || random.next() >= 0.4) return undefined
  return ['execute', `${random.pick(approved).number}`, '-', '-']
}

function pickStep(random: Random, c: Community, mood: Mood): Step {
  const urgent = pickUrgentStep(random, c)
  if (urgent !== undefined) return urgent
  const record = getRecord(c, 0)
  const luck = random.next()
  if (luck < 0.48) {
    const actions = getStanding(record) === undefined ? ACTIONS_ON_UNFROZEN : mood.actionsOnFrozen
    return ['propose', random.pick(actions), random.pick(mood.proposers), random.pick(TALLIES)]
  }
  if (luck < 0.62) return pickAppeal(random, c)
  if (luck < 0.74) return pickFlagging(random, record.flag !== undefined)
  if (luck < 0.86) return pickVote(random, c)
  if (luck < 0.93) return ['settle', `${1 + random.below(c.lastProposal + 1)}`, '-', '-']
  if (luck < 0.98) return ['execute', `${1 + random.below(c.lastProposal + 1)}`, '-', '-']
  return luck < 0.985 ? ['dismiss', '-', 'f2', '-'] : WAIT
}

/** Against what stands, rarely against another number. */
function pickAppeal(random: Random, c: Community): Step {
  const record = getRecord(c, 0)
  const isStale = random.next() < 0.1
  const freeze = getStanding(record)?.number
  if (freeze !== undefined && random.next() < 0.65) {
    const number = isStale ? 1 + random.below(c.lastFreeze + 1) : freeze
    return ['appeal-freeze', `${number}`, 't', random.pick(TALLIES)]
  }
  const flag = record.flag?.number ?? c.lastFlag
  const number = isStale ? 1 + random.below(c.lastFlag + 1) : flag
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

/** A random walk of one address. Whenever time has passed, it first looks at what time alone has done. */
export function takeWalk(seed: number, length: number): Walk {
  const random = new Random(seed)
  const mood = random.pick(MOODS)
  let c = foundCommunity(SETUP)
  const steps: TimedStep[] = []
  for (let taken = 0; taken < length; ) {
    c = advance(RULES, c, pickHour(random, c, mood))
    const step = pickStep(random, c, mood)
    const outcome = act(c, step)
    const isDull = !isAccepted(outcome) && random.next() < 0.7
    if (isDull) continue
    if (isAccepted(outcome)) c = outcome
    taken += 1
    if (steps.at(-1)?.hour !== c.now) steps.push({ hour: c.now, step: WAIT })
    steps.push({ hour: c.now, step })
    if (getRecord(c, 0).isRecovered && random.next() < 0.2) break
  }
  return replay([...steps, { hour: c.now, step: WAIT }])
}

/**
 * The same decisions, with executions of one hour in the opposite order and without settling: freeze, its end, flag and
 * recovery must come out the same (rule 4). Undefined when nothing changes.
 */
export function reorder(walk: Walk): Walk | undefined {
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
export const getEndState = (walk: Walk) => view(walk.end).split(' ').slice(0, 4).join(' ')

// ---------------------------------------------------------------- the file

/** The text of a file of walks, and how often each interesting thing occurs in it. */
export function writeWalks(options: { seed: number; count: number; length: number }) {
  const lines: string[] = []
  const met = new Map<string, number>()
  for (let i = 1; i <= options.count; i += 1) {
    const walk = takeWalk(options.seed * 1_000_003 + i, options.length)
    lines.push(`walk ${i} a`, ...walk.lines)
    for (const thing of listThingsMet(walk)) met.set(thing, (met.get(thing) ?? 0) + 1)
    const other = reorder(walk)
    if (other === undefined) continue
    if (getEndState(other) !== getEndState(walk))
      throw new Error(
        `The order of executions changes the outcome:\n${walk.lines.join('\n')}\n\n${other.lines.join('\n')}`,
      )
    lines.push(`walk ${i} b`, ...other.lines)
  }
  return { text: `${lines.join('\n')}\n`, met: [...met].sort() }
}

function listThingsMet({ lines, steps, end }: Walk): string[] {
  const things: string[] = []
  const count = (name: string, times: number) => things.push(...Array(times).fill(name))
  count('steps', lines.length)
  const results = lines.map((line) => line.split(' '))
  steps.forEach(({ step: [action] }, i) => {
    const result = results[i]?.[5] ?? ''
    things.push(result === 'ok' ? `${action} ok` : `${action} refused, ${result}`)
    const [before, after] = [results[i - 1], results[i]]
    if (before && after && before[6] === after[6] && before[7] !== after[7] && after[6] !== '-')
      things.push('end of a freeze moves')
  })
  for (const { status, against } of end.appeals)
    things.push(`appeal against a ${against}, ${status}`)
  for (const { status, action } of end.proposals) things.push(`${action} ${status}`)
  count('freezes', end.lastFreeze)
  const frozenHours = new Map<string, [number, number]>()
  for (const row of results) {
    const [hour, freeze] = [Number(row[0]), row[6] ?? '-']
    if (freeze === '-') continue
    frozenHours.set(freeze, [frozenHours.get(freeze)?.[0] ?? hour, Number(row[7])])
  }
  for (const [from, to] of frozenHours.values())
    if (to > from + 168) things.push('freezes of more than 7 days')
  return things
}
