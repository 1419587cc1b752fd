import { registerHooks } from 'node:module'

const STATE = 'rules/src/protection-state.ts'
const VOTING = 'rules/src/voting.ts'
const COMMUNITY = 'rules/src/community.ts'

/** A rule of docs/build/governance.md that does not hold, what holds instead, and how a module is changed for that. */
const fault = (
  [rule, effect]: [rule: number, effect: string],
  [module, text, replacement]: [module: string, text: string, replacement: string],
) => ({ rule, effect, module, text, replacement })

/** Some of the rules, each of which breaks a property in some world: `npm run model -- ablate`. */
export const FAULTS = {
  numbersAreUnique: fault(
    [1, 'each address counts its freezes anew'],
    [COMMUNITY, 'const number = c.lastFreeze + 1', 'const number = 1'],
  ),
  quorum: fault(
    [3, 'one vote is enough'],
    [VOTING, 'votesFor + votesAgainst < VOTES_REQUIRED', 'votesFor + votesAgainst < 1'],
  ),
  majority: fault(
    [3, 'one For is enough'],
    [VOTING, 'votesFor > votesAgainst &&', 'votesFor > 0 &&'],
  ),
  executionWeek: fault(
    [5, 'an approved proposal waits for ever'],
    [STATE, 'state.now >= ballot.executableUntil', 'false'],
  ),
  ranks: fault(
    [10, 'an open vote keeps out everybody'],
    [COMMUNITY, 'RANKS.indexOf(proposal.rank) >= rank', 'rank >= 0'],
  ),
  sharedPlaces: fault(
    [11, 'those who may not vote have any number of places'],
    [COMMUNITY, "const isShared = rank === 'other'", 'const isShared = false'],
  ),
  protectedByVote: fault(
    [15, 'what the address carries at the execution counts'],
    [COMMUNITY, 'renewedAt: c.now, flagCaseId }', 'renewedAt: c.now, flagCaseId: null }'],
  ),
  appealBlocksRecovery: fault(
    [18, 'a recovery is executed beside an appeal'],
    [STATE, 'if (now >= getFirstAppealEnd(state, lastFreeze)) return null', 'return null'],
  ),
  appealsAreCounted: fault(
    [22, 'a renewal gives no other appeal'],
    ['rules/src/remedies.ts', 'made.length < executions.length', 'made.length < 1'],
  ),
  silenceLiftsOnce: fault(
    [23, 'an undecided appeal lifts its flag each time'],
    [STATE, "outcome === 'expired' && isSilenceLifting(fold, at)", "outcome === 'expired'"],
  ),
  barAfterLift: fault(
    [25, 'what was lifted is flagged again'],
    [STATE, 'until: liftedAt + BAR_SECONDS', 'until: liftedAt'],
  ),
  namedLiftBars: fault(
    [25, 'a flagger lifts what an appeal names, and sets it again'],
    [COMMUNITY, 'const isNamed = c.now < flagNamedUntil', 'const isNamed = false'],
  ),
  heirDoesNotVote: fault(
    [28, 'the recovery address votes for itself'],
    [COMMUNITY, "action === 'recover' && voter === getRecord", 'voter !== voter && getRecord'],
  ),
  frozenAloneVotes: fault(
    [28, 'a freeze alone costs the vote'],
    [COMMUNITY, 'return flag === null || freeze === null', 'return freeze === null'],
  ),
}

export type FaultName = keyof typeof FAULTS

/** Imports the worlds with one fault in them, or in the rules. Throws when its text is not there once. */
export async function importWorlds(name: FaultName): Promise<typeof import('./worlds.ts')> {
  const { module, text, replacement } = FAULTS[name]
  let isApplied = false
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const query = context.parentURL === undefined ? '' : new URL(context.parentURL).search
      const isOurs = resolved.url.startsWith('file:') && query !== ''
      return isOurs ? { ...resolved, url: `${resolved.url}${query}` } : resolved
    },
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith(`${module}?${name}`)) return loaded
      const parts = `${loaded.source}`.split(text)
      isApplied = parts.length === 2
      return { ...loaded, source: parts.join(replacement) }
    },
  })
  try {
    const worlds = await import(`./worlds.ts?${name}`)
    if (!isApplied) throw new Error(`${module} does not have '${text}' once`)
    return worlds
  } finally {
    hooks.deregister()
  }
}
