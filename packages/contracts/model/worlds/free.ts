import {
  advance,
  appeal,
  type Community,
  dismiss,
  execute,
  findDue,
  foundCommunity,
  getProposal,
  getRecord,
  getStanding,
  isAccepted,
  type Outcome,
  type Proposal,
  propose,
  refuseExecution,
  setFlag,
  unflag,
  vote,
} from '../governance.ts'
import { checkState, checkTime, History } from '../properties.ts'
import { Random } from '../random.ts'
import { type Findings, shrink, type Trace } from '../search.ts'
import type { Rules } from '../sentences.ts'
import { forget } from './canon.ts'

/** Two addresses share everything; the owner of the second is a voter. */
const SETUP = {
  flaggers: ['f1', 'f2'],
  voters: ['v1', 'v2', 'v3', 'm', 'juror'],
  owners: ['t', 'juror'],
  heirs: ['h', 'v3'],
  sharedPlaces: 3,
}
const CODES = ['behaviour', 'listed', 'contact']
const TALLIES = {
  pass: [7, 0],
  fail: [0, 7],
  silence: [0, 0],
  few: [3, 0],
  lone: [1, 0],
  divided: [1, 6],
} as const

type Words = readonly string[]
interface FreeStep {
  hour: number
  words: Words
}

function pickWords(random: Random): Words {
  const address = random.pick(['0', '0', '0', '1'])
  const tally = random.pick(['pass', 'pass', 'pass', 'fail', 'silence', 'few', 'lone', 'divided'])
  const luck = random.next()
  if (luck < 0.38) {
    const action = random.pick(['freeze', 'freeze', 'unfreeze', 'unfreeze', 'recover', 'recover'])
    const by = random.pick(['m', 'm', 'm', 'f1', 'n', 'n2', 't', 'juror'])
    return ['propose', address, action, by, tally]
  }
  if (luck < 0.52) return ['appeal', address, random.pick(['freeze', 'freeze', 'flag']), tally]
  if (luck < 0.61) return ['flag', address, random.pick(['f1', 'f2', 'n']), random.pick(CODES)]
  if (luck < 0.66) return ['unflag', address, random.pick(['f1', 'f2'])]
  if (luck < 0.72)
    return [
      'vote',
      `${random.below(3)}`,
      random.pick(['m', 'juror', 'v3']),
      random.pick(['for', 'against']),
    ]
  if (luck < 0.735) return ['standing', random.pick(['m', 'juror'])]
  if (luck < 0.74) return ['dismiss', 'f1']
  if (luck < 0.76) return ['forget']
  return [
    'execute',
    random.pick(['freeze', 'freeze', 'unfreeze', 'unfreeze', 'recover']),
    random.pick(['0', '0', '1']),
  ]
}

function actFreely(rules: Rules, c: Community, words: Words): Outcome {
  const [verb, first = '', second = '', third = '', fourth = ''] = words
  const address = Number(first)
  const getVotes = (name: string) => TALLIES[name as keyof typeof TALLIES]
  switch (verb) {
    case 'propose': {
      const [yes, no] = getVotes(fourth)
      return propose(rules, c, {
        action: second as Proposal['action'],
        address,
        by: third,
        yes,
        no,
      })
    }
    case 'appeal': {
      const record = getRecord(c, address)
      const against = second as 'freeze' | 'flag'
      const subject = (against === 'flag' ? record.flag?.number : getStanding(record)?.number) ?? 0
      const [yes, no] = getVotes(third)
      return appeal(rules, c, { address, against, subject, yes, no })
    }
    case 'flag':
      return setFlag(rules, c, { address, by: second, code: third })
    case 'unflag':
      return unflag(rules, c, { address, by: second })
    case 'vote':
      return vote(rules, c, {
        proposal: c.lastProposal - address,
        by: second,
        supports: third === 'for',
      })
    case 'standing':
      return { ...c, standing: c.standing ^ (1 << c.setup.voters.indexOf(first)) }
    case 'dismiss':
      return dismiss(c, first)
    case 'forget':
      return forget(rules, c)
    default: {
      const ready = c.proposals.filter((p) => p.action === first && !refuseExecution(rules, c, p))
      const p = ready[Number(second)]
      return p ? execute(rules, c, p.number) : 'nothing'
    }
  }
}

/** A community on its way, with all that was violated so far. */
class Journey {
  readonly #rules: Rules
  readonly #history = new History()
  readonly violated = new Set<string>()
  c = foundCommunity(SETUP)

  constructor(rules: Rules) {
    this.#rules = rules
  }

  #note(names: readonly string[]) {
    for (const name of names) this.violated.add(name)
  }

  goTo(hour: number) {
    for (;;) {
      const due = findDue(this.#rules, this.c)?.at ?? hour
      const next = advance(this.#rules, this.c, Math.min(hour, Math.max(due, this.c.now)))
      this.#note([...checkTime(this.c, next), ...this.#history.see(this.#rules, next)])
      this.c = next
      this.#note(checkState(this.#rules, next))
      if (next.now >= hour || this.violated.size > 0) return
    }
  }

  act(words: Words): boolean {
    const outcome = actFreely(this.#rules, this.c, words)
    if (!isAccepted(outcome)) return false
    const ballot = words[0] === 'vote' ? this.#checkBallot(outcome) : []
    const executed = outcome.proposals.find(
      (p) => p.status === 'executed' && getProposal(this.c, p.number)?.status === 'approved',
    )
    const before = executed && getProposal(this.c, executed.number)
    if (before) this.#note(this.#history.checkExecution(this.c, before, outcome))
    this.c = outcome
    this.#note([
      ...ballot,
      ...this.#history.see(this.#rules, outcome),
      ...checkState(this.#rules, outcome),
    ])
    return true
  }

  /** A wallet that is frozen while flagged, the target and the recovery address change no vote. */
  #checkBallot(after: Community): readonly string[] {
    return after.proposals.some((p) => {
      const old = getProposal(this.c, p.number)
      const changed = old ? (old.yes ^ p.yes) | (old.no ^ p.no) : 0
      return SETUP.voters.some((who, bit) => {
        if ((changed & (1 << bit)) === 0) return false
        const own = this.c.records[SETUP.owners.indexOf(who)]
        const isBarred =
          own !== undefined && getStanding(own) !== undefined && own.flag !== undefined
        const isHeir = p.action === 'recover' && SETUP.heirs[p.address] === who
        const hasStanding = (this.c.standing & (1 << bit)) !== 0
        return isBarred || isHeir || !hasStanding || SETUP.owners[p.address] === who
      })
    })
      ? ['voicesStay']
      : []
  }
}

function isViolatedBy(rules: Rules, name: string, steps: readonly FreeStep[]): boolean {
  const journey = new Journey(rules)
  for (const { hour, words } of steps) {
    if (hour < journey.c.now) return false
    journey.goTo(hour)
    if (journey.violated.has(name)) return true
    journey.act(words)
  }
  return journey.violated.has(name)
}

const HOURS = [0, 1, 6, 6, 12, 12, 12, 23, 24, 24, 25, 48, 72, 96, 144, 168]

function walkFreely(rules: Rules, random: Random): { steps: FreeStep[]; violated: Set<string> } {
  const journey = new Journey(rules)
  const steps: FreeStep[] = []
  for (let i = 0; i < 40 && journey.violated.size === 0; i += 1) {
    const hours = random.next() < 0.01 ? 912 : random.pick(HOURS)
    journey.goTo(journey.c.now + hours)
    for (let j = 1 + random.below(5); j > 0 && journey.violated.size === 0; j -= 1) {
      const words = pickWords(random)
      if (journey.act(words)) steps.push({ hour: journey.c.now, words })
    }
  }
  steps.push({ hour: journey.c.now, words: ['end'] })
  return { steps, violated: journey.violated }
}

/** Random walks of two addresses: any outcome of any vote, any proposer, a DAO that chooses order and omits executions. */
export function walkWorld(
  rules: Rules,
  {
    seed,
    deadline = Infinity,
    most = Infinity,
  }: { seed: number; deadline?: number; most?: number },
): Findings {
  const random = new Random(seed)
  const violations = new Map<string, Trace>()
  let count = 0
  while (count < most && Date.now() < deadline && violations.size === 0) {
    count += 1
    const { steps, violated } = walkFreely(rules, random)
    for (const name of violated) {
      const short = shrink(steps, (some) => isViolatedBy(rules, name, some))
      violations.set(name, [
        ...short.map(({ hour, words }) => `${hour}: ${words.join(' ')}`),
        'violated',
      ])
    }
  }
  return { count, unit: 'walks', cutOffAt: undefined, violations }
}
