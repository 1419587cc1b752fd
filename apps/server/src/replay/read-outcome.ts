import type { Address } from '@app/values/address.ts'
import type { Kysely, Selectable } from 'kysely'
import type { CaseRow } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { type EntryInView, readCases, readEntriesAfter } from './queries.ts'
import type { BlockPosition, ReplayedAccusation, ReplayedAction } from './replay-report.ts'

/** An entry of the history, with the block after which it was made. */
export interface PlacedEntry extends EntryInView {
  block: BlockPosition
}

/** Collects the entries that each block caused. */
export interface EntryCollector {
  entries: readonly PlacedEntry[]
  collect(block: BlockPosition): Promise<void>
}

export function createEntryCollector(db: Kysely<Tables>): EntryCollector {
  const entries: PlacedEntry[] = []
  return {
    entries,
    collect: async ({ height, timeMs }) => {
      const found = await readEntriesAfter(db, entries.at(-1)?.id ?? 0)
      entries.push(...found.map((entry) => ({ ...entry, block: { height, timeMs } })))
    },
  }
}

/** Reads the accusations, in the order of blocks and addresses; all count as not ordinary. */
export async function readAccusations(
  db: Kysely<Tables>,
  entries: readonly PlacedEntry[],
): Promise<ReplayedAccusation[]> {
  const cases = await readCases(db)
  return cases
    .flatMap((row) => buildAccusation(row, entries))
    .sort((a, b) => a.height - b.height || compareText(a.address, b.address))
}

function buildAccusation(
  row: Selectable<CaseRow>,
  entries: readonly PlacedEntry[],
): ReplayedAccusation[] {
  const { address, case_id: caseId, statement } = row
  const own = entries.filter((entry) => entry.address === address && entry.caseId === caseId)
  const actions = own.flatMap(({ action, block }) =>
    isAccusing(action) ? { kind: action, ...block } : [],
  )
  const [first] = actions
  if (first === undefined) return []
  const { height, timeMs } = first
  const { score, riskLevel, confidence, evidenceKinds, ordinary } = statement
  const about = { score, riskLevel, confidence, evidenceKinds, ordinary }
  const cleared = findClearance(row, own)
  const reasonCode = row.reason_code
  return [
    { address, caseId, height, timeMs, ...about, reasonCode, actions, cleared, isOrdinary: false },
  ]
}

const isAccusing = (action: string): action is ReplayedAction['kind'] =>
  action === 'warn' || action === 'flag' || action === 'propose_freeze'

function findClearance(
  { cleared_cause: cause }: Selectable<CaseRow>,
  own: readonly PlacedEntry[],
): ReplayedAccusation['cleared'] {
  const end = own.findLast(({ action }) => !isAccusing(action))
  return cause === null || end === undefined ? null : { ...end.block, cause }
}

/** Orders as the database does, whatever the language of this process. */
const compareText = (a: Address, b: Address): number => Number(a > b) - Number(a < b)
