import {
  type Community,
  findProposal,
  getRecord,
  getState,
  isAccepted,
  isVotingOpen,
  mayVote,
  vote,
} from '@app/rules/community.ts'
import { DAY_SECONDS } from '@app/rules/constants.ts'
import {
  EMPTY_RECORD,
  getExecutionObstacle,
  getProposalStatus,
} from '@app/rules/protection-state.ts'
import type { Address } from '@app/values/address.ts'
import type { AppealSubject } from '@app/values/governance.ts'

/** In seconds, like all times of the model. */
export const HOUR = 3_600
export const DAY = DAY_SECONDS
export const WEEK = 7 * DAY

/** People have short names in the place of addresses. */
export const person = (name: string): Address => name as Address

/** Who is there when a walk or a search begins. */
export interface Setup {
  flaggers: readonly string[]
  voters: readonly string[]
  /** Who may be accused, each with the recovery address of its vault. */
  owners: Readonly<Record<string, string>>
  /** Places for those who may not vote that are never free. */
  takenPlaces?: number
}

/** Returns a community in which nothing has happened yet. */
export function foundCommunity({ flaggers, voters, owners, takenPlaces = 0 }: Setup): Community {
  const records = Object.entries(owners).map(([owner, heir]) => {
    const vault = { recoveryAddress: person(heir), isRecovered: false }
    return [person(owner), { ...EMPTY_RECORD, proposals: [], ...vault }] as const
  })
  return {
    now: 0,
    lastProposal: 0,
    lastFreeze: 0,
    lastFlag: 0,
    records: new Map(records),
    flaggers: flaggers.map(person),
    standing: voters.map(person),
    sharedPlaces: Array(takenPlaces).fill(Number.POSITIVE_INFINITY),
  }
}

/** Lists the proposals about an address with their statuses now, by number. */
export function listProposals(c: Community, address: Address) {
  const state = getState(c, address)
  return getRecord(c, address).proposals.map((proposal) => ({
    ...proposal,
    status: getProposalStatus(proposal, state),
    isOpen: isVotingOpen(proposal, state),
  }))
}

/** Lists the proposals of all addresses. */
export const listAllProposals = (c: Community) =>
  [...c.records.keys()].flatMap((address) => listProposals(c, address))

/** Lists the proposals that the DAO can execute now. */
export const listExecutable = (c: Community) =>
  listAllProposals(c).filter(
    (proposal) =>
      proposal.status === 'approved' &&
      getExecutionObstacle(proposal, getState(c, proposal.target)) === null,
  )

/** What an appeal of an address against its flag or its freeze names; number 0 where nothing stands. */
export function getSubject(
  c: Community,
  address: Address,
  against: 'freeze' | 'flag',
): AppealSubject {
  const { flag, freeze } = getState(c, address)
  return against === 'flag'
    ? { flagNumber: flag?.number ?? 0 }
    : { freezeNumber: freeze?.number ?? 0 }
}

/** Returns when time alone next changes something; undefined when it never does. */
export function findNextChange(c: Community): number | undefined {
  const ends = listAllProposals(c).flatMap(({ status, isOpen, ballot }) => {
    if (isOpen) return ballot.votingEndsAt
    return status === 'approved' ? ballot.executableUntil : []
  })
  const lapses = [...c.records.keys()].map((address) => getState(c, address).freezeEnd ?? 0)
  const later = [...ends, ...lapses].filter((time) => time > c.now)
  return later.length === 0 ? undefined : Math.min(...later)
}

/** Votes For, then Against. */
export type Tally = readonly [votesFor: number, votesAgainst: number]

/** Casts votes on a proposal of the first of these people who may vote on it. */
export function castVotes(
  c: Community,
  { id, people, tally }: { id: number; people: readonly string[]; tally: Tally },
): Community {
  const proposal = findProposal(c, id)
  if (proposal === undefined) return c
  const [votesFor, votesAgainst] = tally
  const able = people.map(person).filter((voter) => mayVote(c, voter, proposal))
  return able.slice(0, votesFor + votesAgainst).reduce((at, voter, index) => {
    const cast = vote(at, { id, voter, support: index < votesFor })
    return isAccepted(cast) ? cast : at
  }, c)
}

/**
 * What can be seen of an address: the standing freeze, when it lapses as things are in hours, the flag, whether its vault
 * is recovered, and the statuses of proposals and appeals by number.
 */
export function view(c: Community, address: Address): string {
  const { freeze, freezeEnd, flag, appeals } = getState(c, address)
  return [
    freeze?.number ?? '-',
    freeze === null ? '-' : (freezeEnd ?? 0) / HOUR,
    flag?.number ?? '-',
    getRecord(c, address).isRecovered ? 'yes' : 'no',
    listProposals(c, address)
      .map(({ status }) => status)
      .join(',') || '-',
    appeals.map(({ outcome }) => outcome).join(',') || '-',
  ].join(' ')
}
