import { getCase, listCases } from '@app/api/routes/cases.ts'
import {
  CASE_FORMAT,
  type CaseEntry,
  type CaseFile,
  type CaseSummary,
  type EntryContent,
} from '@app/api/schemas/case.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import {
  type EntryMessage,
  type ReadEntry,
  readCases,
  readWholeCase,
} from '../../cases/read-case.ts'
import type { CaseRow } from '../../db/tables/case-tables.ts'
import type { Context } from '../../runtime/context.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { loadPastEvidenceFile } from '../score/load-evidence-file.ts'

const DEFAULT_LIMIT = 50

export function mountCaseRoutes(api: Api): void {
  mountRoute(api, { route: listCases }, async ({ query }) => {
    const { limit = DEFAULT_LIMIT, cursor } = query
    const address = query.address === undefined ? undefined : toAddress(query.address)
    const before = cursor === undefined ? undefined : Number(cursor)
    const isDecidedByVote = query.decidedBy === 'people'
    const rows = await readCases(api.context.db, { limit, address, isDecidedByVote, before })
    const last = rows.length === limit ? rows.at(-1) : undefined
    const meta = await loadResponseMeta(api)
    const next = last && { nextCursor: String(last.change_seq) }
    return { data: rows.map(toCaseSummary), meta: { ...meta, ...next } }
  })
  mountRoute(api, { route: getCase }, async ({ params, query }) => {
    const data = await loadCaseFile(api.context, toAddress(params.address), params.caseId)
    if (data === null) throw new ApiFailure('case_not_found')
    return query.meta === 'false' ? { data } : { data, meta: await loadResponseMeta(api) }
  })
}

const toCaseSummary = (row: CaseRow): CaseSummary => ({
  address: row.address,
  caseId: row.case_id,
  kind: row.kind,
  reasonCode: row.reason_code,
  openedAt: toTime(row.opened_ms),
  changedAt: toTime(row.changed_ms),
  isOpen: row.is_open,
  outcome: row.outcome,
  isAutomated: row.is_automated,
  entryCount: row.entry_count,
  headHash: row.head_hash,
})

/** Loads a complete case; `null` when there is none. */
export async function loadCaseFile(
  context: Pick<Context, 'db' | 'config'>,
  address: Address,
  caseId: string,
): Promise<CaseFile | null> {
  const { db, config } = context
  const found = await readWholeCase(db, address, caseId)
  if (found === null) return null
  const messages = new Map(found.messages.map(({ source, message }) => [source, message]))
  const entries = found.entries.map((entry) => toEntry(entry, messages.get(entry.source)))
  return {
    format: CASE_FORMAT,
    network: config.network,
    contract: getContractAddress('DharmaProtection', config.network),
    ...toCaseSummary(found.row),
    statement: findStatement(entries),
    ownerStatement: findOwnerStatement(entries),
    entries,
    evidence: await loadEvidence(context, address, entries),
  }
}

type Message = EntryMessage['message']

function toEntry(row: ReadEntry, message: Message | undefined): CaseEntry {
  const { withheld_ms: withheldMs, withheld_reason: reason } = row
  return {
    ...toEntryContent(row),
    number: row.number,
    at: toTime(row.at_ms),
    by: row.by_address,
    textHash: row.text_hash,
    txId: row.tx_id,
    previousHash: row.previous_hash,
    hash: row.hash,
    text: row.text,
    withheld: withheldMs === null ? null : { at: toTime(withheldMs), reason: reason ?? '' },
    message: message === undefined ? null : toMessage(message),
  }
}

/** The compiler does not relate kind and details that were taken apart. */
const toEntryContent = ({ kind, details }: EntryContent) => ({ kind, details }) as EntryContent

function toMessage({ problem, ...message }: Message): CaseEntry['message'] {
  return { ...message, ...(problem !== null && { problem }) }
}

function findStatement(entries: readonly CaseEntry[]): CaseFile['statement'] {
  const said = entries.findLast(
    ({ kind, text }) => (kind === 'warning' || kind === 'flag') && text !== null,
  )
  return said === undefined ? null : JSON.parse(said.text ?? '')
}

function findOwnerStatement(entries: readonly CaseEntry[]): CaseFile['ownerStatement'] {
  const stated = entries.findLast(({ kind }) => kind === 'owner_statement')
  return stated === undefined ? null : { at: stated.at, text: stated.text }
}

async function loadEvidence(
  context: Pick<Context, 'db' | 'config'>,
  address: Address,
  entries: readonly CaseEntry[],
): Promise<EvidenceFile[]> {
  const files: EvidenceFile[] = []
  for (const { kind, details } of entries) {
    if (kind !== 'inputs') continue
    const file = await loadPastEvidenceFile(context, address, details.evidenceHash)
    if (file !== null) files.push(file)
  }
  return files
}

const toTime = (ms: number): string => new Date(ms).toISOString()
