import { type Community, getRecord, getState, type Proposal, settle } from '@app/rules/community.ts'
import { MEMORY_SECONDS } from '@app/rules/constants.ts'
import { getProposalStatus, type ProtectionState } from '@app/rules/protection-state.ts'
import type { Address } from '@app/values/address.ts'
import { HOUR } from '../people.ts'

/** Settles every address, and drops what nothing depends on any more. */
export const forget = (c: Community): Community => [...c.records.keys()].reduce(forgetAddress, c)

function forgetAddress(c: Community, address: Address): Community {
  const settled = settle(c, address)
  const record = getRecord(settled, address)
  const state = getState(settled, address)
  const oldest = c.now - MEMORY_SECONDS
  const flags = record.flags.filter(({ liftedAt }) => (liftedAt ?? c.now) > oldest)
  const proposals = record.proposals
    .map((proposal) => ({ ...proposal, storedStatus: getProposalStatus(proposal, state) }))
    .filter((proposal) => isNeeded(proposal, state))
  const appeals = record.appeals.filter(
    ({ flagNumber, freezeNumber }) =>
      flags.some(({ number }) => number === flagNumber) || isStanding(freezeNumber, state),
  )
  const bars = record.bars.filter(({ until }) => until > c.now)
  const kept = { ...record, flags, proposals, appeals, bars, freezes: record.freezes.slice(-1) }
  return { ...settled, records: new Map(settled.records).set(address, kept) }
}

const FINAL: readonly string[] = ['executed', 'rejected', 'expired']

const isStanding = (number: number | null, { freeze }: ProtectionState) =>
  number !== null && number === freeze?.number

/** What is open or approved, what holds the freeze, and its executions, which are counted. */
function isNeeded(
  { storedStatus, storedOutcome, freezeNumber, executedAt, action }: Proposal,
  state: ProtectionState,
): boolean {
  if (!FINAL.includes(storedStatus)) return true
  if (action === 'recover') return storedOutcome === 'approved' && isStanding(freezeNumber, state)
  const { freeze } = state
  return action === 'freeze' && freeze !== null && (executedAt ?? 0) >= freeze.since
}

/**
 * A text that is equal for communities with the same future: times are counted from now, numbers are only compared, voters
 * only counted. Of a community that has forgotten.
 */
export const toKey = (c: Community): string =>
  [
    c.standing.length,
    c.flaggers.length,
    ...c.sharedPlaces.flatMap((free) => (Number.isFinite(free) ? (free - c.now) / HOUR : [])),
    ...[...c.records.keys()].flatMap((address) => listRecord(c, address)),
  ].join()

function listRecord(c: Community, address: Address): unknown[] {
  const { isRecovered, flags, bars, proposals, appeals, freezes } = getRecord(c, address)
  const { freeze, freezeEnd, flag, freezeOverruledAt } = getState(c, address)
  const getAge = (time: number) => (c.now - time) / HOUR
  const getNaming = (flagNumber: number | null, freezeNumber: number | null) => [
    compare(freezeNumber, freeze?.number),
    compare(flagNumber, flag?.number),
  ]
  return [
    isRecovered ? 1 : 0,
    ...(freeze === null
      ? [-freezes.length]
      : [freeze.since, freeze.renewedAt, freezeEnd ?? 0].map(getAge)),
    freezeOverruledAt === null ? 0 : 1,
    ...flags.flatMap(({ number, liftedAt, reasonCode, flagger, flaggedAt }) => {
      const last = appeals.find(({ flagNumber }) => flagNumber === number)
      const isSilence = last?.stored?.outcome === 'undecided'
      if (liftedAt !== null) return isSilence ? [-3, reasonCode, getAge(liftedAt)] : []
      return [-2, reasonCode, flagger, getAge(flaggedAt)]
    }),
    ...bars.flatMap(({ reasonCode, flagger, until }) => [-4, reasonCode, flagger, getAge(until)]),
    proposals.filter(({ storedStatus }) => storedStatus === 'executed').length,
    ...proposals.flatMap(({ action, proposer, ballot, storedStatus, ...one }) =>
      storedStatus === 'executed'
        ? []
        : [
            -5,
            action,
            proposer,
            getAge(ballot.createdAt),
            ballot.votesFor,
            ballot.votesAgainst,
            storedStatus === 'approved' ? 1 : 0,
            ...getNaming(one.flagNumber, one.freezeNumber),
            one.isAppeal ? 1 : 0,
          ],
    ),
    ...appeals.flatMap(({ flagNumber, freezeNumber, openedAt, stored }) => [
      -6,
      ...getNaming(flagNumber, freezeNumber),
      stored === null ? getAge(openedAt) : 0,
      stored === null ? 1 : 0,
    ]),
  ]
}

/** 0: names none; 1: what stands; 2: what does not. */
function compare(named: number | null, standing: number | undefined): number {
  if (named === null) return 0
  return named === standing ? 1 : 2
}
