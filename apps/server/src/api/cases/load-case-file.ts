import {
  CASE_FORMAT,
  type CaseEntry,
  type CaseFile,
  type CaseSummary,
} from '@app/api/schemas/case/case-file.ts'
import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { Address } from '@app/values/address.ts'
import { type ReadEntry, readCase, readEntries, readMessages } from '../../cases/read-case.ts'
import type { CaseRow } from '../../db/tables/case-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { loadPastEvidenceFile } from '../answers/load-evidence-file.ts'

/** Loads a complete case; `null` when there is none. */
export async function loadCaseFile(
  context: Pick<Context, 'db' | 'config'>,
  address: Address,
  caseId: string,
): Promise<CaseFile | null> {
  const { db, config } = context
  const row = await readCase(db, address, caseId)
  if (row === null) return null
  const rows = await readEntries(db, address, caseId)
  const messages = new Map(
    (await readMessages(db, address, caseId)).map(({ source, message }) => [source, message]),
  )
  const entries = rows.map((entry) => toEntry(entry, messages.get(entry.source)))
  return {
    format: CASE_FORMAT,
    network: config.network,
    contract: getContractAddress('DharmaProtection', config.network),
    ...toCaseSummary(row),
    statement: findStatement(entries),
    ownerStatement: findOwnerStatement(entries),
    entries,
    evidence: await loadEvidence(context, address, entries),
  }
}

/** Returns a case as it is listed. */
export const toCaseSummary = (row: CaseRow): CaseSummary => ({
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

const toTime = (ms: number): string => new Date(ms).toISOString()

type Message = Awaited<ReturnType<typeof readMessages>>[number]['message']

function toEntry(row: ReadEntry, message: Message | undefined): CaseEntry {
  const { withheld_ms: withheldMs, withheld_reason: reason } = row
  return {
    number: row.number,
    kind: row.kind as CaseEntry['kind'],
    at: toTime(row.at_ms),
    by: row.by_address,
    details: row.details,
    textHash: row.text_hash,
    txId: row.tx_id,
    previousHash: row.previous_hash,
    hash: row.hash,
    text: row.text,
    withheld: withheldMs === null ? null : { at: toTime(withheldMs), reason: reason ?? '' },
    message: message === undefined ? null : toMessage(message),
  }
}

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
    const file = await loadPastEvidenceFile(context, address, String(details.evidenceHash))
    if (file !== null) files.push(file)
  }
  return files
}
