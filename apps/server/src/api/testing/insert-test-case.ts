import { openAppeal } from '@app/api/routes/cases.ts'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'
import { toTestAddress } from '../../testing/ledger.ts'

/** The case that `insertTestCase` opens. */
export const TEST_CASE_ID = 'test-case'

const OPENED_MS = 1_700_000_000_000

/** Inserts an open case about a wallet. */
export async function insertTestCase(
  { db }: Pick<Context, 'db'>,
  { address, caseId = TEST_CASE_ID }: { address: Address; caseId?: string },
): Promise<void> {
  await db
    .insertInto('case_file')
    .values({
      address,
      case_id: caseId,
      kind: 'accusation',
      reason_code: 'behaviour',
      is_automated: true,
      opened_ms: OPENED_MS,
      changed_ms: OPENED_MS,
      is_open: true,
      outcome: 'open',
      due_ms: null,
      change_seq: sql<number>`nextval('case_file_seq')`,
      entry_count: 0,
      head_hash: '0'.repeat(64),
    })
    .execute()
}

/** Mirrors a flag of a wallet, by default the one that the example of an appeal is against. */
export async function insertTestFlag(
  { db }: Pick<Context, 'db'>,
  {
    address,
    caseId = 'flag-case',
    number = openAppeal.bodyExample.against.flagNumber,
  }: { address: Address; caseId?: string; number?: number },
): Promise<void> {
  await db
    .insertInto('dao_flag')
    .values({
      address,
      number,
      case_id: caseId,
      reason_code: 'behaviour',
      reason_hash: 'a'.repeat(64),
      flagger: toTestAddress(6),
      flagged_at: OPENED_MS / 1000,
      flag_tx_id: 'c'.repeat(64),
    })
    .execute()
}
