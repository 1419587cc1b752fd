import type { BlockRange } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type CaseEvent, listCaseEvents } from '@app/server/cases/list-case-events.ts'
import { type CaseSources, readCaseSources } from '@app/server/cases/read-case-sources.ts'
import { rescanContracts } from '@app/server/rescan/rescan-contracts.ts'
import { NETWORKS } from '@app/values/network.ts'
import { type Difference, findFirstDifference } from '../check.ts'
import { createTransactionReader } from '../on-chain.ts'
import type { Scratch } from '../verified-format.ts'
import type { ParsedCase } from './parse-case.ts'

/** From the first block of the network, else from that of the first transaction, to the latest one. */
export async function readScanRange(
  { file, entries }: ParsedCase,
  flow: FlowReader,
): Promise<BlockRange> {
  const { startHeight } = NETWORKS[file.network]
  const { height: toHeight } = await flow.getLatestBlock()
  if (typeof startHeight === 'number') return { fromHeight: startHeight, toHeight }
  const read = createTransactionReader(flow)
  const ids = entries.flatMap(({ entry }) => entry.txId ?? [])
  const heights = await Promise.all(ids.map(async (id) => (await read(id)).height ?? toHeight))
  return { fromHeight: Math.min(toHeight, ...heights), toHeight }
}

/**
 * Indexes all blocks of a range and lists from them, with the code of the server, what happened in the case by the time
 * of its last entry. Returns the first difference. What the server alone knows is taken from the file.
 */
export async function findScannedDifference(
  parsed: ParsedCase,
  range: BlockRange,
  { context, ...options }: Scratch,
): Promise<Difference | null> {
  await rescanContracts(context, range, options)
  const sources = await context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((snapshot) => readCaseSources(snapshot, parsed.address))
  const accusations = listAccusations(parsed)
  const events = listCaseEvents({ ...sources, accusations }).filter(
    ({ caseId }) => caseId === parsed.file.caseId,
  )
  return findMissingEvent(parsed, events) ?? findForeignEntry(parsed, events)
}

/** When the agent accused and withdrew it, from which follows what belongs to the case. */
function listAccusations({ file, entries }: ParsedCase): CaseSources['accusations'] {
  const opened = entries.find(({ kind }) => kind === 'warning')
  const cleared = entries.find(({ kind }) => kind === 'clearance')
  if (opened === undefined) return []
  const accusation = {
    case_id: file.caseId,
    opened_ms: Date.parse(opened.entry.at),
    cleared_ms: cleared === undefined ? null : Date.parse(cleared.entry.at),
    cleared_cause: null,
    clearance: null,
    evidence_hash: '',
  }
  // Only these columns say what belongs to a case.
  return [accusation as unknown as CaseSources['accusations'][number]]
}

function findMissingEvent(parsed: ParsedCase, events: readonly CaseEvent[]): Difference | null {
  const last = Date.parse(parsed.file.changedAt)
  for (const event of events) {
    const own = parsed.entries.find((entry) => isSame(entry, event))
    const { kind, by, details, textHash, txId } = event
    if (own === undefined) {
      if (event.atMs >= last) continue
      const expected = `with the ${kind} of ${new Date(event.atMs).toISOString()}, ${JSON.stringify(details)}`
      return { path: 'entries', expected, found: 'without it' }
    }
    // The statement of a flag is known to the server only.
    const scanned = { by, details, txId, ...(kind !== 'flag' && { textHash }) }
    const difference = findFirstDifference(own.path, { ...own.entry, ...scanned }, own.entry)
    if (difference !== null) return difference
  }
  return null
}

type Entry = ParsedCase['entries'][number]

const isSame = ({ kind, details, entry }: Entry, event: CaseEvent): boolean =>
  kind === event.kind &&
  IDENTIFYING.every((name) => Reflect.get(details, name) === Reflect.get(event.details, name)) &&
  (kind !== 'vote' || entry.by === event.by)

/** Fields by which the details of two entries of one kind are about the same thing. */
const IDENTIFYING = ['number', 'proposalId', 'appealId', 'sequence', 'renewedAt'] as const

/** What no block shows; a freeze that was renewed is listed with its last renewal, and its own events prove the others. */
const NOT_LISTED = ['inputs', 'warning', 'owner_statement', 'clearance', 'freeze']

function findForeignEntry(parsed: ParsedCase, events: readonly CaseEvent[]): Difference | null {
  const foreign = parsed.entries.find(
    (entry) =>
      !NOT_LISTED.includes(entry.kind) &&
      !(entry.kind === 'lift' && entry.details.number === null) &&
      !events.some((event) => isSame(entry, event)),
  )
  if (foreign === undefined) return null
  const expected = 'something that happened in this case by the blocks'
  return { path: foreign.path, expected, found: `a ${foreign.kind} that did not` }
}
