import type { Address } from '@app/values/address.ts'
import type { Kysely, Selectable } from 'kysely'
import type { AgentCaseRow } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type {
  BlockPosition,
  ReplayedAccusation,
  ReplayedAction,
  ReplayedGrounds,
} from './replay-report.ts'

/** An entry of the history, with the block that caused it. */
export interface PlacedEntry extends HistoryEntryRow {
  block: BlockPosition
  /** Of its case after that block; `null` for an entry without a case. */
  grounds: ReplayedGrounds | null
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
      if (found.length === 0) return
      const cases = await readCases(db, [...new Set(found.map(({ address }) => address))])
      for (const entry of found) {
        const own = cases.find((one) => isOfCase(entry, one))
        const grounds = own === undefined ? null : toGrounds(own)
        entries.push({ ...entry, block: { height, timeMs }, grounds })
      }
    },
  }
}

const isOfCase = ({ address, caseId }: HistoryEntryRow, one: CaseExecution): boolean =>
  address === one.address && caseId === one.case_id

function toGrounds({ reason_code, statement }: CaseExecution): ReplayedGrounds {
  const { score, riskLevel, confidence, evidenceKinds, ordinary } = statement
  return { score, riskLevel, confidence, reasonCode: reason_code, evidenceKinds, ordinary }
}

/** Reads the accusations, in the order of blocks and addresses; without verdicts. */
export async function readAccusations(
  db: Kysely<Tables>,
  entries: readonly PlacedEntry[],
): Promise<ReplayedAccusation[]> {
  return (await readCases(db))
    .flatMap((one) => buildAccusation(one, entries))
    .sort((a, b) => a.height - b.height || compareText(a.address, b.address))
}

function buildAccusation(
  one: CaseExecution,
  entries: readonly PlacedEntry[],
): ReplayedAccusation | [] {
  const own = entries.filter((entry) => isOfCase(entry, one))
  const actions = own.flatMap(({ action, block, grounds }) =>
    isAccusing(action) && grounds !== null ? { kind: action, ...block, ...grounds } : [],
  )
  const [first] = actions
  if (first === undefined) return []
  const { kind, ...accused } = first
  const { address, case_id: caseId } = one
  const cleared = findClearance(one, own)
  return { address, caseId, ...accused, actions, cleared, verdict: null }
}

const isAccusing = (action: string): action is ReplayedAction['kind'] =>
  action === 'warn' || action === 'flag' || action === 'propose_freeze'

function findClearance(
  { cleared_cause: cause }: CaseExecution,
  own: readonly PlacedEntry[],
): ReplayedAccusation['cleared'] {
  const end = own.findLast(({ action }) => !isAccusing(action))
  return cause === null || end === undefined ? null : { ...end.block, cause }
}

/** Orders as the database does, whatever the language of this process. */
const compareText = (a: Address, b: Address): number => Number(a > b) - Number(a < b)

/** An entry of the history, without its text. */
interface HistoryEntryRow {
  id: number
  address: Address
  action: string
  caseId: string | null
}

/** Reads the entries of all accounts after `afterId`, oldest first. */
async function readEntriesAfter(db: Kysely<Tables>, afterId: number): Promise<HistoryEntryRow[]> {
  return await db
    .selectFrom('agent_entry')
    .select(['id', 'address', 'action', 'case_id as caseId'])
    .where('id', '>', afterId)
    .orderBy('id')
    .execute()
}

/** An accusation as it stands now. */
type CaseExecution = Pick<
  Selectable<AgentCaseRow>,
  'address' | 'case_id' | 'reason_code' | 'statement' | 'cleared_cause'
>

/** Reads the accusations against accounts; against all of them without `addresses`. */
async function readCases(
  db: Kysely<Tables>,
  addresses?: readonly Address[],
): Promise<CaseExecution[]> {
  const cases = db
    .selectFrom('agent_case')
    .select(['address', 'case_id', 'reason_code', 'statement', 'cleared_cause'])
  return await (addresses === undefined ? cases : cases.where('address', 'in', addresses)).execute()
}
