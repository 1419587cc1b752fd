import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'

/** Loads a case without its entries; `null` when there is none with this id about the wallet. */
export async function loadCaseFile(
  { db, config }: Pick<Context, 'db' | 'config'>,
  address: Address,
  caseId: string,
) {
  const row = await db
    .selectFrom('dao_case')
    .selectAll()
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  if (row === undefined) return null
  const stated = await db
    .selectFrom('dao_owner_statement')
    .select(['text', 'at_ms'])
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
  return {
    format: 'dharma-guard-case/1' as const,
    network: config.network,
    contract: toAddress(getContractAddress('DharmaConsent', config.network)),
    address,
    caseId,
    kind: row.kind,
    reasonCode: row.reason_code,
    openedAt: new Date(row.opened_ms).toISOString(),
    changedAt: new Date(row.changed_ms).toISOString(),
    isOpen: row.is_open,
    outcome: row.outcome,
    isAutomated: row.is_automated,
    entryCount: row.entry_count,
    headHash: row.head_hash,
    statement: null,
    ownerStatement:
      stated === undefined ? null : { at: new Date(stated.at_ms).toISOString(), text: stated.text },
    entries: [],
    evidence: [],
  }
}
