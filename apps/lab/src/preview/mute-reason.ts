import { FACTOR_RULES } from '@app/score/factors/factors.ts'
import type { ContactFacts, Facts } from '@app/score/facts.ts'
import { judgeWithTables } from '@app/score/judge.ts'
import type { CommunityReasonCode } from '@app/score/judgement.ts'
import type { PointsRows, PointsTables } from '@app/score/points-table.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Engine } from '../measure-accuracy.ts'

type FactsChange = (facts: Facts) => Facts

/**
 * Creates the engine of the working tree with the given tables, in which a reason gives no points: the rows
 * of a table with the code, or with the group of that name, have 0 points, and a rule does not see the facts
 * that it judges. Throws `FatalError` when no row and no rule has the code.
 */
export function createEngineWithout(tables: PointsTables, code: string): Engine {
  const muted = muteRows(tables, code)
  const hideFacts = RULES.get(code)
  if (muted === null && hideFacts === undefined) throw new FatalError(describeUnknown(tables, code))
  return (facts) => judgeWithTables(muted ?? tables, hideFacts?.(facts) ?? facts)
}

/** Returns the tables without the points of the rows; `null` where there are none. */
function muteRows(tables: PointsTables, code: string): PointsTables | null {
  const isMuted = (rows: PointsRows) => rows.code === code || rows.group === code
  const mute = (table: readonly PointsRows[]) =>
    table.map((rows) => (isMuted(rows) ? { ...rows, points: rows.points.map(() => 0) } : rows))
  const { txFrequency, largeOutFlow, onchainAge } = tables
  if (![...txFrequency, ...largeOutFlow, ...onchainAge].some(isMuted)) return null
  return {
    txFrequency: mute(txFrequency),
    largeOutFlow: mute(largeOutFlow),
    onchainAge: mute(onchainAge),
  }
}

const NOBODY = { wallets: 0, weight: 0 }

/** Without those of earlier versions. */
type CommunityCode = Exclude<CommunityReasonCode, 'appeals_denied'>

const COMMUNITY: Readonly<Record<CommunityCode, Partial<NonNullable<Facts['community']>>>> = {
  visitor_reports: { visitorReports: 0 },
  reports: { reports: NOBODY },
  trusted_reports: { trustedReports: NOBODY },
  freezes: { freezes: 0 },
  vouches: { vouches: NOBODY },
  trusted_vouches: { trustedVouches: NOBODY },
}

const DIRECTIONS = {
  funding: { transfersIn: 0, unitsIn: 0n },
  payment: { transfersOut: 0, unitsOut: 0n },
} as const satisfies Record<string, Partial<ContactFacts>>

/** How the facts of each rule that can cost points are hidden, by the code of its reason. */
const RULES: ReadonlyMap<string, FactsChange> = new Map<string, FactsChange>([
  ['listed', (facts) => ({ ...facts, listing: null })],
  ['poisoning', (facts) => ({ ...facts, poisoning: null })],
  ['untraced_money', hideUntraced],
  ...FACTOR_RULES.knownScamInteract.signals.flatMap(({ code }) => toContactRule(code)),
  ...Object.entries(COMMUNITY).map(toCommunityRule),
])

function hideUntraced(facts: Facts): Facts {
  const { unseen, contacts } = facts
  return {
    ...facts,
    ...(unseen !== undefined && { unseen: 0n }),
    contacts: contacts?.unfollowed === undefined ? contacts : { ...contacts, unfollowed: [] },
  }
}

function toContactRule(code: string): [string, FactsChange][] {
  const [, direction, hop] = /^(funding|payment)_hop_(\d)$/.exec(code) ?? []
  if (direction !== 'funding' && direction !== 'payment') return []
  const hide = (entry: ContactFacts): ContactFacts =>
    entry.hop === Number(hop) ? { ...entry, ...DIRECTIONS[direction] } : entry
  const change: FactsChange = ({ contacts, ...facts }) => ({
    ...facts,
    contacts: contacts && { ...contacts, entries: contacts.entries.map(hide) },
  })
  return [[code, change]]
}

function toCommunityRule([code, hidden]: [string, object]): [string, FactsChange] {
  const change: FactsChange = ({ community, ...facts }) => ({
    ...facts,
    community: community && { ...community, ...hidden },
  })
  return [code, change]
}

function describeUnknown(tables: PointsTables, code: string): string {
  const groups = Object.values(tables).flatMap((table: readonly PointsRows[]) =>
    table.map(({ group }) => group),
  )
  const known = [...new Set([...groups, ...RULES.keys()])].join(', ')
  return `No row or rule of the score has the code ${code}. Mute the code of a row in the tables, or one of ${known}.`
}
