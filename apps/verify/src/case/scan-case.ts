import type { CaseEntry, CaseFile } from '@app/api/schemas/case.ts'
import type { BlockRange } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type CaseEvent, listCaseEvents } from '@app/server/cases/list-case-events.ts'
import { type CaseSources, readCaseSources } from '@app/server/cases/read-case-sources.ts'
import { summarizeCase } from '@app/server/cases/summarize-case.ts'
import type { Context } from '@app/server/runtime/context.ts'
import { toAddress } from '@app/values/address.ts'
import { NETWORKS } from '@app/values/network.ts'
import { type Finding, findFirstDifference, pluralize, refuse } from '../check.ts'
import { createTransactionReader } from '../on-chain.ts'
import { selectEntries } from './case-file.ts'

/** From the first block of the network, else from that of the first transaction, to the latest one. */
export async function readScanRange(
  { network, entries }: CaseFile,
  flow: FlowReader,
): Promise<BlockRange> {
  const { startHeight } = NETWORKS[network]
  const { height: toHeight } = await flow.getLatestBlock()
  if (typeof startHeight === 'number') return { fromHeight: startHeight, toHeight }
  const read = createTransactionReader(flow)
  const ids = entries.flatMap(({ txId }) => txId ?? [])
  const heights = await Promise.all(ids.map(async (id) => (await read(id)).height ?? toHeight))
  return { fromHeight: Math.min(toHeight, ...heights), toHeight }
}

/**
 * Builds the case with the code of the server from all blocks that `context` has indexed, and compares. What the server
 * alone knows is taken from the file. How a case stands is compared while nothing has happened in it since.
 */
export async function findScannedFinding(file: CaseFile, { db }: Context): Promise<Finding> {
  const read = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((snapshot) => readCaseSources(snapshot, toAddress(file.address)))
  const sources = { ...read, accusations: listAccusations(file) }
  const all = listCaseEvents(sources).filter(({ caseId }) => caseId === file.caseId)
  const isKnown = (event: CaseEvent) => file.entries.some((entry) => isSame(entry, event))
  const lastMs = Date.parse(file.changedAt)
  const since = all.filter((event) => !isKnown(event) && event.atMs >= lastMs)
  const events = all.filter((event) => !since.includes(event))
  const missing = events.filter((event) => !isKnown(event)).map(toEntryFields)
  const entries = [...rebuildEntries(file, events), ...missing]
  const { is_open: isOpen, outcome } = summarizeCase(sources, file.caseId, all)
  const expected = since.length === 0 ? { isOpen, outcome, entries } : { entries }
  const difference = findFirstDifference('', { ...file, ...expected }, file)
  if (difference !== null || since.length === 0) return difference
  const note = `The chain has ${pluralize(since.length, 'later entry', 'later entries')} of this case: how it stood before is not compared.`
  return { note }
}

/** When the agent accused and withdrew it, from which follows what belongs to the case. */
function listAccusations(file: CaseFile): CaseSources['accusations'] {
  const [opened] = selectEntries(file, 'warning')
  const [cleared] = selectEntries(file, 'clearance')
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

/** Entries in the order in which the server learned of them, each with what the blocks say of it. */
function rebuildEntries({ entries }: CaseFile, events: readonly CaseEvent[]): unknown[] {
  let atMs = 0
  return entries.map((entry) => {
    const event = events.find((one) => isSame(entry, one))
    atMs = Math.max(event?.atMs ?? (Date.parse(entry.at) || 0), atMs)
    if (event === undefined) return isOffChain(entry) ? entry : refuse('something that happened')
    return { ...entry, ...toEntryFields(event), at: new Date(atMs).toISOString() }
  })
}

/** The statement of a flag is known to the server only. */
function toEntryFields({ kind, by, details, textHash, txId }: CaseEvent): Partial<CaseEntry> {
  return { kind, by, details, txId, ...(kind !== 'flag' && { textHash }) } as Partial<CaseEntry>
}

const isSame = ({ kind, details, by }: CaseEntry, event: CaseEvent): boolean =>
  kind === event.kind &&
  IDENTIFYING.every((name) => Reflect.get(details, name) === Reflect.get(event.details, name)) &&
  (kind !== 'vote' || by === event.by)

/** Fields by which the details of two entries of one kind are about the same thing. */
const IDENTIFYING = ['number', 'proposalId', 'appealId', 'sequence', 'renewedAt'] as const

/** What no block shows; a freeze that was renewed is listed with its last renewal, and its own events prove the others. */
const isOffChain = ({ kind, details }: CaseEntry): boolean =>
  ['inputs', 'warning', 'owner_statement', 'clearance', 'freeze'].includes(kind) ||
  (kind === 'lift' && details.number === null)
