import {
  appeal,
  type Community,
  execute,
  getRecord,
  getState,
  isAccepted,
  type Outcome,
  propose,
  setFlag,
} from '@app/rules/community.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import {
  castVotes,
  DAY,
  foundCommunity,
  getSubject,
  HOUR,
  listExecutable,
  person,
  type Tally,
} from '../people.ts'
import type { Move, World } from '../search.ts'
import { forget, toKey } from './canon.ts'

const HONEST = ['v1', 'v2', 'v3']
const TRIO = ['d1', 'd2', 'heir']
const OWNER = person('owner')
const SETUP = {
  flaggers: ['f1'],
  voters: [...HONEST, ...TRIO],
  owners: { owner: 'heir' },
  takenPlaces: 58,
}

interface HeirState {
  c: Community
  /** How often each was proposed; at most twice. */
  freezes: number
  recoveries: number
}

interface HeirOptions {
  honest: number
  isFlagged?: boolean
  days?: number
}

/** The recovery address with two accomplices against `honest` voters, of whom any number votes, and the owner. */
export function heirWorld(options: HeirOptions): World<HeirState> {
  const { honest, isFlagged = false, days = 12 } = options
  const c = foundCommunity(SETUP)
  const flagged = setFlag(c, { address: OWNER, flagger: person('f1'), reasonCode: 'behaviour' })
  return {
    name: `recovery address, ${honest} honest${isFlagged ? ', flagged' : ''}`,
    start: { c: isFlagged && isAccepted(flagged) ? flagged : c, freezes: 0, recoveries: 0 },
    getTime: (state) => state.c.now,
    key: ({ c: at, freezes, recoveries }) => [toKey(at), freezes, recoveries, at.now === 0].join(),
    moves: (state) => listMoves(state, options),
    tick: passHalfADay,
    check: (state) => (isRecovered(state.c) ? ['heirIsOutvoted'] : []),
    end: days * DAY,
  }
}

const isRecovered = (c: Community): boolean => getRecord(c, OWNER).isRecovered

function listMoves(state: HeirState, { honest, isFlagged }: HeirOptions): Move<HeirState>[] {
  const { c, freezes, recoveries } = state
  const moves: Move<HeirState>[] = []
  const offer = (label: string, outcome: Outcome, change: Partial<HeirState> = {}) => {
    if (isAccepted(outcome))
      moves.push({ label, next: { ...state, ...change, c: forget(outcome) } })
  }
  const { lastFreeze } = getState(c, OWNER)
  const isTimely = lastFreeze === null ? c.now === 0 : c.now >= lastFreeze.since + 4 * DAY
  for (const no of new Set([0, Math.min(1, honest), honest])) {
    const votes = { trio: [3, 0], others: [0, no] } as const
    if (freezes < 2 && isTimely)
      offer(`freeze, 3:${no}`, open(c, 'freeze', votes), { freezes: freezes + 1 })
    if (recoveries < 2)
      offer(`recovery, trio:${no}`, open(c, 'recover', votes), { recoveries: recoveries + 1 })
  }
  const heard = { trio: [0, 3], others: [honest, 0] } as const
  offer('appeal', oppose(openAppeal(c, 'freeze'), heard))
  const trusted = { ...heard, trio: [0, 0] } as const
  if (isFlagged) offer('flag appeal', oppose(openAppeal(c, 'flag'), trusted))
  for (const { action, ballot } of listExecutable(c))
    offer(`the DAO executes ${action}`, execute(c, ballot.id))
  return isRecovered(c) ? [] : moves
}

/** The DAO executes an unfreeze, and the owner appeals, at once. */
function passHalfADay(state: HeirState): HeirState | undefined {
  const { c } = state
  const isOverdue = listExecutable(c).some(({ action }) => action === 'unfreeze')
  const isHeard = getRecord(c, OWNER).appeals.some(({ freezeNumber }) => freezeNumber !== null)
  if (isOverdue || (!isHeard && isAccepted(openAppeal(c, 'freeze')))) return undefined
  return { ...state, c: forget({ ...c, now: c.now + 12 * HOUR }) }
}

interface Votes {
  trio: Tally
  others: Tally
}

const open = (c: Community, action: ProposalAction, votes: Votes): Outcome =>
  oppose(propose(c, { action, target: OWNER, proposer: person('heir') }), votes)

const openAppeal = (c: Community, against: 'freeze' | 'flag'): Outcome =>
  appeal(c, OWNER, getSubject(c, OWNER, against))

/** The trio, as far as it may vote, and some of the honest. */
function oppose(opened: Outcome, { trio, others }: Votes): Outcome {
  if (!isAccepted(opened)) return opened
  const id = opened.lastProposal
  const voted = castVotes(opened, { id, people: TRIO, tally: trio })
  return castVotes(voted, { id, people: HONEST, tally: others })
}
