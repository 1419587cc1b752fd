import {
  type Appeal,
  type Community,
  countVotes,
  DAY,
  getRecord,
  getStanding,
  MONTH,
  type Proposal,
} from '../governance.ts'
import type { Rules } from '../rules.ts'
import { encode } from '../search.ts'

const ACTIONS = { freeze: 1, unfreeze: 2, recover: 3 } as const
const STATUSES = { open: 1, approved: 2, rejected: 3, expired: 4, executed: 5 } as const

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
export function keyOf(c: Community): string {
  const numbers: number[] = [c.standing, c.dismissed.length]
  const names = new Map<string, number>()
  const name = (text: string) => {
    if (!names.has(text)) names.set(text, hash(text))
    return names.get(text) ?? 0
  }
  c.records.forEach((record, address) => {
    const freeze = getStanding(record)
    const [number, flag] = [freeze?.number ?? -1, record.flag?.number ?? -1]
    numbers.push(
      freeze ? c.now - freeze.since : -1,
      freeze ? c.now - freeze.renewedAt : -1,
      freeze ? freeze.executions : 0,
      record.freeze?.endedAt === undefined ? -1 : Math.min(c.now - record.freeze.endedAt, MONTH),
      record.flag ? c.now - record.flag.since : -1,
      record.flag ? name(record.flag.code) : 0,
      record.flag ? name(record.flag.by) : 0,
      Math.min(c.now - record.overruledAt, 200),
      record.overruledFreeze === number ? 1 : 0,
      record.isRecovered ? 1 : 0,
    )
    for (const bar of record.bars)
      if (bar.until > c.now) numbers.push(-2, name(bar.code), name(bar.by), bar.until - c.now)
    for (const [code, at] of record.silences)
      if (at + MONTH > c.now) numbers.push(-3, name(code), c.now - at)
    for (const p of c.proposals) {
      if (p.address !== address) continue
      numbers.push(-4, ACTIONS[p.action], name(p.by), c.now - p.openedAt)
      numbers.push(countVotes(p.yes), countVotes(p.no), STATUSES[p.status])
      numbers.push(compare(p.freeze, number))
      numbers.push(compare(p.flag, flag), p.appeal === 0 ? 0 : 1)
    }
    for (const a of c.appeals) {
      if (a.address !== address) continue
      const isStanding = a.subject === (a.against === 'flag' ? flag : number)
      numbers.push(-5, a.against === 'flag' ? 1 : 0, isStanding ? 1 : 0, c.now - a.openedAt)
      numbers.push(a.status === 'open' ? 1 : 0, a.status === 'upheld' ? 1 : 0, Math.min(a.nth, 2))
    }
  })
  return encode(numbers)
}

/** 0: names none; 1: what stands; 2: what does not. */
function compare(named: number, standing: number): number {
  if (named === 0) return 0
  return named === standing ? 1 : 2
}

/** A small number for a short name. */
function hash(text: string): number {
  let value = 0
  for (let i = 0; i < text.length; i += 1) value = (value * 31 + text.charCodeAt(i)) % 19_997
  return value
}
