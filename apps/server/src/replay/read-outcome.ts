import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { type CaseInView, type EntryInView, readCases, readEntriesAfter } from './queries.ts'
import type {
  BlockPosition,
  ReplayedAccusation,
  ReplayedAction,
  ReplayedGrounds,
} from './replay-report.ts'

/** An entry of the history, with the block that caused it. */
export interface PlacedEntry extends EntryInView {
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

const isOfCase = ({ address, caseId }: EntryInView, one: CaseInView): boolean =>
  address === one.address && caseId === one.case_id

function toGrounds({ reason_code, statement }: CaseInView): ReplayedGrounds {
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
  one: CaseInView,
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
  { cleared_cause: cause }: CaseInView,
  own: readonly PlacedEntry[],
): ReplayedAccusation['cleared'] {
  const end = own.findLast(({ action }) => !isAccusing(action))
  return cause === null || end === undefined ? null : { ...end.block, cause }
}

/** Orders as the database does, whatever the language of this process. */
const compareText = (a: Address, b: Address): number => Number(a > b) - Number(a < b)
