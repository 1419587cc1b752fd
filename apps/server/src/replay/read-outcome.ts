import type { BlockRange } from '@app/flow/read/chain.ts'
import {
  computeAdmissionLimit,
  computeExpectedFalseAlarms,
} from '@app/score/behaviour/benjamini-hochberg.ts'
import type { OrdinaryComparison } from '@app/score/behaviour/conformal-table.ts'
import type { Address } from '@app/values/address.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import type { Kysely } from 'kysely'
import { readJudgedDay } from '../agent/decision/judged-accounts.ts'
import type { ClearedCause } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { KnownBadCause, LabelMode } from './read-source.ts'

/** A block with its time in Unix milliseconds. */
export interface BlockPosition {
  height: number
  timeMs: number
}

/** What the agent said of an account in a block. */
interface ReplayedGrounds {
  score: number
  riskLevel: RiskLevel
  /** 0–1. */
  confidence: number
  reasonCode: ReasonCode
  evidenceKinds: readonly ReasonCode[]
  /** Undefined where it does not rest on behaviour. */
  ordinary: OrdinaryComparison | undefined
}

/** What the agent would have done to an account. */
interface ReplayedAction extends BlockPosition, ReplayedGrounds {
  kind: 'warn' | 'flag' | 'propose_freeze'
}

/** An accusation, with the block in which it would have been made, and its grounds there. */
export interface ReplayedAccusation extends BlockPosition, ReplayedGrounds {
  address: Address
  caseId: string
  /** In order; later ones may have other grounds. */
  actions: readonly ReplayedAction[]
  /** The withdrawal; `null` when there was none up to the last block. */
  cleared: (BlockPosition & { cause: ClearedCause }) | null
  /** Why the account is known to be bad; `null` for an ordinary one. */
  verdict: KnownBadCause | null
}

/** Numbers of blocks of the range and of what was judged in them. */
interface Totals {
  /** First and last block of the range with events; `null` when there is none. */
  first: BlockPosition | null
  last: BlockPosition | null
  blocksWithEvents: number
  /** Accounts that were judged. */
  judgedAccounts: number
  /** How many ordinary accounts behaviour alone would have accused, at most, on average. */
  expectedFalseAlarms: number
}

/** What the agent would have done in a range of blocks. */
export interface ReplayReport extends BlockRange, Totals {
  /** First block with which the agent worked; what it did before `fromHeight` is not in the report. */
  leadHeight: number
  labelMode: LabelMode
  /** In the order of blocks. */
  accusations: readonly ReplayedAccusation[]
  /** Accounts that were accused before `fromHeight`. */
  accusedBefore: number
  /** Accounts that could not be judged, one sentence for each. */
  problems: readonly string[]
}

type Queries = Kysely<Tables>

/** An entry of the history, with the block that caused it, and what its case said after that block. */
export interface PlacedEntry {
  id: number
  address: Address
  action: string
  caseId: string | null
  block: BlockPosition
  grounds: ReplayedGrounds | null
}

/** Reads the entries of all accounts after `afterId`, oldest first. */
export async function readNewEntries(
  db: Queries,
  afterId: number,
  { height, timeMs }: BlockPosition,
): Promise<PlacedEntry[]> {
  const rows = await db
    .selectFrom('agent_entry as entry')
    .leftJoin('agent_case as opened', (join) =>
      join
        .onRef('opened.address', '=', 'entry.address')
        .onRef('opened.case_id', '=', 'entry.case_id'),
    )
    .select(['entry.id', 'entry.address', 'entry.action', 'entry.case_id as caseId'])
    .select(['opened.reason_code as reasonCode', 'opened.statement'])
    .where('entry.id', '>', afterId)
    .orderBy('entry.id')
    .execute()
  return rows.map(({ reasonCode, statement, ...entry }) => {
    const block = { height, timeMs }
    if (reasonCode === null || statement === null) return { ...entry, block, grounds: null }
    const { score, riskLevel, confidence, evidenceKinds, ordinary } = statement
    const grounds = { score, riskLevel, confidence, reasonCode, evidenceKinds, ordinary }
    return { ...entry, block, grounds }
  })
}

/** Reads the accusations, in the order of blocks and addresses; without verdicts. */
export async function readAccusations(
  db: Queries,
  entries: readonly PlacedEntry[],
): Promise<ReplayedAccusation[]> {
  const cases = await db
    .selectFrom('agent_case')
    .select(['address', 'case_id as caseId', 'cleared_cause as cause'])
    .execute()
  return cases
    .flatMap(({ address, caseId, cause }): ReplayedAccusation[] => {
      const own = entries.filter((entry) => entry.address === address && entry.caseId === caseId)
      const actions = own.flatMap(({ action, block, grounds }) =>
        isAccusing(action) && grounds !== null ? { kind: action, ...block, ...grounds } : [],
      )
      const [first] = actions
      if (first === undefined) return []
      const { kind, ...accused } = first
      const end = own.findLast(({ action }) => !isAccusing(action))
      const cleared = cause === null || end === undefined ? null : { ...end.block, cause }
      return [{ address, caseId, ...accused, actions, cleared, verdict: null }]
    })
    .sort(
      (a, b) =>
        a.height - b.height || Number(a.address > b.address) - Number(a.address < b.address),
    )
}

const isAccusing = (action: string): action is ReplayedAction['kind'] =>
  action === 'warn' || action === 'flag' || action === 'propose_freeze'

const DAY_MS = 86_400_000

/** Counts the blocks of the range, and what was judged in them. */
export interface Tally {
  /** Call it before the block is written. */
  beforeBlock(block: BlockPosition): Promise<void>
  finish(): Promise<Totals>
}

/**
 * Creates a tally. A day ends 24 hours of block time after its first block; the expected number of false alarms is
 * the sum over the days, each with the accounts that were judged on it and the admission limit at its end.
 */
export function createTally(db: Queries): Tally {
  let first: BlockPosition | null = null
  let last: BlockPosition | null = null
  let blocksWithEvents = 0
  let dayStartMs: number | null = null
  let expectedFalseAlarms = 0
  const endDay = async () => {
    if (dayStartMs === null) return
    const toMs = dayStartMs + DAY_MS
    const judged = await countJudged(db, dayStartMs, toMs)
    const limit = computeAdmissionLimit(await readJudgedDay(db, toMs - 1))
    expectedFalseAlarms += computeExpectedFalseAlarms(judged, limit)
  }
  return {
    beforeBlock: async ({ height, timeMs }) => {
      if (dayStartMs === null || timeMs >= dayStartMs + DAY_MS) {
        await endDay()
        dayStartMs = timeMs
      }
      last = { height, timeMs }
      first ??= last
      blocksWithEvents += 1
    },
    finish: async () => {
      await endDay()
      const fromMs = first?.timeMs ?? Number.MAX_SAFE_INTEGER
      const judgedAccounts = await countJudged(db, fromMs, Number.MAX_SAFE_INTEGER)
      return { first, last, blocksWithEvents, judgedAccounts, expectedFalseAlarms }
    },
  }
}

/** Counts the accounts that were judged last from `fromMs` on and before `toMs`, in block time. */
async function countJudged(db: Queries, fromMs: number, toMs: number): Promise<number> {
  const { judged } = await db
    .selectFrom('agent_account')
    .select(({ fn }) => fn.countAll<number>().as('judged'))
    .where('judged_ms', '>=', fromMs)
    .where('judged_ms', '<', toMs)
    .executeTakeFirstOrThrow()
  return judged
}
