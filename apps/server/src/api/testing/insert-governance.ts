import { openAppeal } from '@app/api/routes/cases.ts'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { ProposalRow } from '../../db/tables/dao-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { TEST_CASE_ID } from './build-valid-request.ts'

/** A proposal; omitted fields are those of one by a voter to freeze test account 8. */
type TestProposal = { id: number; votingEndsAt?: number } & Partial<
  Pick<
    ProposalRow,
    'action' | 'target' | 'description' | 'rank' | 'is_appeal' | 'flag_number' | 'freeze_number'
  >
>

/** Inserts a proposal into the mirror. */
export async function insertTestProposal(
  { db }: Pick<Context, 'db'>,
  { id, votingEndsAt = 4_000_000_000, ...columns }: TestProposal,
): Promise<void> {
  await db
    .insertInto('dao_proposal')
    .values({
      id,
      action: 'freeze',
      target: toTestAddress(8),
      proposer: toTestAddress(6),
      rank: 'voter',
      is_appeal: false,
      title: 'Freeze',
      description: 'Marks it as frozen.',
      reason: 'Swept the wallets of at least six members in one night',
      reason_hash: 'a'.repeat(64),
      created_at: votingEndsAt - 86_400,
      voting_ends_at: votingEndsAt,
      executable_until: votingEndsAt + 7 * 86_400,
      height: 1,
      tx_id: id.toString(16).padStart(64, 'b'),
      ...columns,
    })
    .execute()
}

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
