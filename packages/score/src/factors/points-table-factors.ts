import { LITTLE_DATA } from '@app/values/reason-code.ts'
import { listForgivenGroups } from '../inputs/custody.ts'
import { describeDuration } from '../inputs/describe-numbers.ts'
import type { InputGroup, InputValues } from '../inputs/inputs.ts'
import {
  type DataAmounts,
  type DataKind,
  listShortages,
  type WalletInputs,
} from '../inputs/minimum-data.ts'
import type { EvidencePointer } from '../judgement.ts'
import { findPoints, type PointsRows } from '../points-table.ts'
import { getInputGroupHeadline } from '../words/input-group-headlines.ts'
import { describeLittleData, LITTLE_DATA_HEADLINE } from '../words/little-data.ts'
import { computeHabitDataShare, computeTransferDataShare } from './data-share.ts'
import {
  type FactorImprovement,
  type FactorReason,
  type FactorRules,
  type Found,
  toRawValue,
  UNKNOWN,
} from './factor-rules.ts'
import { describeInputGroup, hasReportedInputs, INPUT_GROUPS } from './input-groups.ts'

/** Activity rhythm, fan-in and fan-out, and repeated counterparties. */
export const TX_FREQUENCY: FactorRules = {
  judge: (facts, inputs, { tables }) => ({
    ...applyPointsTable(inputs, tables.txFrequency, {
      evidence: { kind: 'latest_transfers' },
      forgiven: listForgivenGroups(facts, inputs.data),
    }),
    dataShare: computeHabitDataShare(facts),
    flags: [],
  }),
  describeFinding: describeStrongest,
  signals: [],
}

/** Outgoing amounts relative to received ones. */
export const LARGE_OUT_FLOW: FactorRules = {
  judge: (facts, inputs, { tables }) => {
    const token = facts.tokens[0]?.token
    if (token === undefined) return UNKNOWN
    return {
      ...applyPointsTable(inputs, tables.largeOutFlow, {
        evidence: { kind: 'largest_sends', token },
      }),
      dataShare: computeTransferDataShare(facts),
      flags: [],
    }
  },
  describeFinding: describeStrongest,
  signals: [],
}

/** Data share with only the creation rank: it is always available, but weak evidence. */
const RANK_DATA_SHARE = 2_000

/** Creation rank, first and last activity, and active days. */
export const ONCHAIN_AGE: FactorRules = {
  judge: (facts, inputs, { tables }) => ({
    ...applyPointsTable(inputs, tables.onchainAge, { evidence: { kind: 'account_events' } }),
    dataShare: Math.max(facts.age === null ? 0 : RANK_DATA_SHARE, computeTransferDataShare(facts)),
    flags: [],
  }),
  describeFinding: ({ data }) => {
    if (data.transfers === 0) return 'Not used yet'
    if (data.transfers === 1) return 'Used once so far'
    return data.spanDays < 2
      ? 'In use for less than two days'
      : `In use for ${describeDuration(data.spanDays)}`
  },
  signals: [],
}

function describeStrongest({ data, strongest }: Found): string {
  if (data.transfers === 0) return 'No transfers yet'
  return strongest ?? 'Too few transfers to tell'
}

interface TableResult {
  raw: number
  reasons: FactorReason[]
  improve: FactorImprovement[]
}

interface TableUse {
  evidence: EvidencePointer
  /** Groups that cost nothing. */
  forgiven?: readonly InputGroup[]
}

/**
 * Sums the rows of a points table that match a wallet's values, with one reason per group; groups of
 * which the wallet shows too little share one reason.
 */
function applyPointsTable(
  inputs: WalletInputs,
  table: readonly PointsRows[],
  { evidence, forgiven = [] }: TableUse,
): TableResult {
  const totals = sumPointsByInputGroup(inputs.values, table)
  for (const group of forgiven) if ((totals.get(group) ?? 0) < 0) totals.delete(group)
  const reasons: FactorReason[] = []
  const little: LittleData = { points: 0, missing: [] }
  let sum = 0
  for (const [group, points] of totals) {
    sum += points
    if (hasReportedInputs(group, inputs.shown)) {
      reasons.push(buildInputGroupReason(group, inputs.shown, { points, evidence }))
    } else {
      little.points += points
      little.missing.push(...listShortages(group, inputs.data))
    }
  }
  if (little.points !== 0) reasons.push(buildLittleDataReason(little, inputs.data, evidence))
  return { raw: toRawValue(sum), reasons, improve: listImprovements(totals, sum) }
}

/** What the groups that cannot be spoken of have in common. */
interface LittleData {
  points: number
  missing: DataKind[]
}

function buildInputGroupReason(
  group: InputGroup,
  shown: InputValues,
  { points, evidence }: Pick<FactorReason, 'points' | 'evidence'>,
): FactorReason {
  return {
    code: group,
    headline: (scorePoints) => getInputGroupHeadline(group, shown, scorePoints),
    text: () => describeInputGroup(group, shown),
    points,
    evidence,
  }
}

function buildLittleDataReason(
  { points, missing }: LittleData,
  data: DataAmounts,
  evidence: EvidencePointer,
): FactorReason {
  return {
    code: LITTLE_DATA,
    headline: () => LITTLE_DATA_HEADLINE,
    text: () => describeLittleData(missing, data),
    points,
    evidence,
  }
}

function sumPointsByInputGroup(
  values: InputValues,
  table: readonly PointsRows[],
): Map<InputGroup, number> {
  const totals = new Map<InputGroup, number>()
  for (const rows of table) {
    const points = findPoints(rows, values)
    if (points === 0) continue
    totals.set(rows.group, (totals.get(rows.group) ?? 0) + points)
  }
  return totals
}

/** Lists, for each group with negative points, the gain if it had none. */
function listImprovements(
  totals: ReadonlyMap<InputGroup, number>,
  sum: number,
): FactorImprovement[] {
  const found: FactorImprovement[] = []
  for (const [group, points] of totals) {
    const { advice } = INPUT_GROUPS[group]
    const gain = toRawValue(sum - points) - toRawValue(sum)
    if (advice !== null && gain > 0) found.push({ code: group, text: advice, points: gain })
  }
  return found
}
