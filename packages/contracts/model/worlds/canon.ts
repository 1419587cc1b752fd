import {
  type AddressRecord,
  type Appeal,
  type Community,
  countVotes,
  DAY,
  getRecord,
  getStanding,
  MONTH,
  type Proposal,
} from '../governance.ts'
import { encode } from '../search.ts'
import type { Rules } from '../sentences.ts'

const ACTIONS = { freeze: 1, unfreeze: 2, recover: 3 } as const
const STATUSES = { open: 1, approved: 2, rejected: 3, expired: 4, executed: 5 } as const
const APPEALS = { open: 1, upheld: 2, denied: 0, undecided: 0, void: 0 } as const

/** Drops the proposals and appeals on which nothing depends any more. */
export function forget(rules: Rules, c: Community): Community {
  const proposals = c.proposals.filter((p) => isRelevant(rules, c, p))
  const appeals = c.appeals.filter((a) => isAlive(c, a))
  if (proposals.length === c.proposals.length && appeals.length === c.appeals.length) return c
  return { ...c, proposals, appeals }
}

function isRelevant(rules: Rules, c: Community, p: Proposal): boolean {
  if (p.status === 'open' || p.status === 'approved') return true
  if (p.rank === 0 && p.appeal === 0 && p.openedAt + DAY > c.now) return true
  const freeze = getStanding(getRecord(c, p.address))?.number
  const isOfFreeze = p.action === 'recover' && p.result === 'approved' && p.freeze === freeze
  return isOfFreeze || (!rules.approvalEndsHold && p.action === 'recover' && p.freeze === freeze)
}

function isAlive(c: Community, a: Appeal): boolean {
  const record = getRecord(c, a.address)
  const standing = a.against === 'flag' ? record.flag?.number : getStanding(record)?.number
  return a.status === 'open' || a.subject === standing
}

/**
 * A text that is equal for communities with the same future: times are counted from now, numbers are only compared, voters
 * only counted.
 */
export const toKey = (c: Community): string =>
  encode([
    c.standing,
    c.dismissed.length,
    ...c.records.flatMap((record, address) => [
      ...listRecord(c, record),
      ...c.proposals.flatMap((p) => (p.address === address ? listProposal(c, record, p) : [])),
      ...c.appeals.flatMap((a) => (a.address === address ? listAppeal(c, record, a) : [])),
    ]),
  ])

function listRecord(c: Community, record: AddressRecord): number[] {
  const { flag, overruledFreeze } = record
  const freeze = getStanding(record)
  const endedAt = record.freeze?.endedAt
  const ofFreeze = freeze
    ? [c.now - freeze.since, c.now - freeze.renewedAt, freeze.executions]
    : [endedAt === undefined ? -1 : Math.min(c.now - endedAt, MONTH)]
  const ofFlag = flag ? [c.now - flag.since, hash(flag.code), hash(flag.by)] : [-1]
  return [
    ...ofFreeze,
    ...ofFlag,
    Math.min(c.now - record.overruledAt, 200),
    overruledFreeze === freeze?.number ? 1 : 0,
    record.isRecovered ? 1 : 0,
    ...record.bars.flatMap(({ until, code, by }) =>
      until > c.now ? [-2, hash(code), hash(by), until - c.now] : [],
    ),
    ...record.silences.flatMap(([code, at]) =>
      at + MONTH > c.now ? [-3, hash(code), c.now - at] : [],
    ),
  ]
}

const listProposal = (c: Community, record: AddressRecord, p: Proposal): number[] => [
  -4,
  ACTIONS[p.action],
  hash(p.by),
  c.now - p.openedAt,
  countVotes(p.yes),
  countVotes(p.no),
  STATUSES[p.status],
  compare(p.freeze, getStanding(record)?.number),
  compare(p.flag, record.flag?.number),
  p.appeal === 0 ? 0 : 1,
]

const listAppeal = (c: Community, record: AddressRecord, a: Appeal): number[] => [
  -5,
  a.against.length,
  compare(a.subject, a.against === 'flag' ? record.flag?.number : getStanding(record)?.number),
  a.status === 'open' ? c.now - a.openedAt : 0,
  APPEALS[a.status],
  Math.min(a.nth, 2),
]

/** 0: names none; 1: what stands; 2: what does not. */
function compare(named: number, standing: number | undefined): number {
  if (named === 0) return 0
  return named === standing ? 1 : 2
}

const HASHES = new Map<string, number>()

/** A small number for a short name. */
function hash(text: string): number {
  const known = HASHES.get(text)
  if (known !== undefined) return known
  const value = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 19_997, 0)
  HASHES.set(text, value)
  return value
}
