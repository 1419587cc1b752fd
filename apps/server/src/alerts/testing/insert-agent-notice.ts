import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { AgentNotice, StatementOfReasons } from '../../db/tables/agent-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { toTestAddress } from '../../testing/ledger.ts'

/** A block time, 2026-11-22 12:00 UTC, in Unix milliseconds. */
export const NOTICE_MS = 1_795_348_800_000

export const TEST_STATEMENT: StatementOfReasons = {
  score: 12.4,
  riskLevel: 'HIGH_RISK',
  range: { from: 4.1, to: 20.7 },
  confidence: 0.83,
  version: '1.0.0',
  reasons: [
    {
      factor: 'knownScamInteract',
      code: 'listed',
      headline: 'On a scam list',
      text: 'Is itself on a list of known scams',
      points: -14.8,
      evidence: [{ txId: '8f'.repeat(32), height: 1_204 }],
    },
  ],
  evidenceKinds: ['listed', 'behaviour'],
  ordinary: { wallets: 812, asBad: 3, pValue: 0.0049 },
  isAutomated: true,
}

/** Builds an accusation; omitted fields have ordinary values. */
export const buildAccusedNotice = (
  changes: Partial<Extract<AgentNotice, { kind: 'accused' }>> = {},
): AgentNotice => ({
  kind: 'accused',
  action: 'flag',
  reason:
    'Score of 0xf3fcd2c1a78f5eee: 12.4 of 100 (High Risk). Is itself on a list of known scams. Of 812 ordinary Ethereum wallets, 3 look this bad by their behaviour.',
  txId: '5a'.repeat(32),
  statement: TEST_STATEMENT,
  ...changes,
})

export const LEVEL_NOTICE: AgentNotice = {
  kind: 'level_changed',
  score: 12.4,
  scoreBefore: 51.2,
  riskLevel: 'HIGH_RISK',
  riskLevelBefore: 'NORMAL',
  evidenceHash: '3b'.repeat(32),
}

export const CLEARED_NOTICE: AgentNotice = {
  kind: 'cleared',
  cause: 'a recheck no longer supports it',
  clearance: {
    text: 'Dharma Guard clearance\nThe accusation was wrong.',
    address: toTestAddress(90),
    keyIndex: 0,
    signature: 'ab'.repeat(64),
    publicKey: 'cd'.repeat(64),
    signatureAlgorithm: 'ECDSA_P256',
    hashAlgorithm: 'SHA3_256',
  },
}

interface NewNotice {
  address: Address
  notice: AgentNotice
  caseId?: string | null
  atMs?: number
}

/** Inserts a notice as the agent does, with its NOTIFY. */
export async function insertAgentNotice(
  { db }: Pick<Context, 'db'>,
  { address, notice, caseId = null, atMs = NOTICE_MS }: NewNotice,
): Promise<void> {
  await db.transaction().execute(async (queries) => {
    await queries
      .insertInto('agent_notice')
      .values({
        address,
        kind: notice.kind,
        at_ms: atMs,
        case_id: caseId,
        data: JSON.stringify(notice),
      })
      .execute()
    await sql`select pg_notify('notices_changed', '')`.execute(queries)
  })
}
