import type { CommunityReasonCode } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import { type RiskLevel, toRiskLevel } from '@app/values/risk-level.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { EvidenceRow } from '../evidence-row.ts'
import { loadCommunityRecord } from './load-community.ts'
import {
  type CommunityRecord,
  findClearedCase,
  type RecordedDecision,
  selectSigned,
} from './select-statements.ts'

/**
 * Loads the transactions behind a reason of the community, newest first: signed reports or vouches
 * with their authors, executions of freezes, or the openings of appeals that were denied. What has no
 * signature has no transaction.
 */
export async function loadCommunityEvidence(
  db: Kysely<Tables>,
  address: Address,
  { row, limit }: { row: CommunityReasonCode; limit: number },
): Promise<EvidenceRow[]> {
  const record = await loadCommunityRecord(db, address)
  const rows = await loadRows(db, record, row)
  return rows.toSorted((a, b) => b.height - a.height).slice(0, limit)
}

async function loadRows(
  db: Kysely<Tables>,
  record: CommunityRecord,
  row: CommunityReasonCode,
): Promise<EvidenceRow[]> {
  switch (row) {
    case 'visitor_reports':
      return []
    case 'reports':
      return listStatements(record, 'report', 'NORMAL')
    case 'trusted_reports':
      return listStatements(record, 'report', 'TRUSTED')
    case 'vouches':
      return listStatements(record, 'vouch', 'NORMAL')
    case 'trusted_vouches':
      return listStatements(record, 'vouch', 'TRUSTED')
    case 'freezes':
      return await loadExecutions(db, listProposals(record.decisions, 'freeze'))
    case 'appeals_denied':
      return await loadOpenings(db, listProposals(record.decisions, 'appeal_denied'))
  }
}

function listStatements(
  { signed, decisions }: CommunityRecord,
  wanted: 'report' | 'vouch',
  level: RiskLevel,
): EvidenceRow[] {
  return selectSigned(signed)
    .filter(({ kind, score }) => kind === wanted && toRiskLevel(score) === level)
    .filter(({ kind, at }) => kind === 'vouch' || findClearedCase(decisions, at) === null)
    .map(({ txId, height, author, at }) => ({
      tx_id: txId,
      height,
      counterparty: author,
      block_ms: at * 1000,
    }))
}

/** Returns the proposals of the decisions whose case no upheld appeal cancelled. */
function listProposals(
  decisions: readonly RecordedDecision[],
  wanted: RecordedDecision['kind'],
): number[] {
  const cancelled = decisions.filter(({ kind }) => kind === 'appeal_upheld')
  return decisions
    .filter(({ kind }) => kind === wanted)
    .filter(({ caseId }) => !cancelled.some((upheld) => upheld.caseId === caseId))
    .map(({ proposalId }) => proposalId)
}

async function loadExecutions(db: Kysely<Tables>, ids: readonly number[]): Promise<EvidenceRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('dao_proposal_state')
    .select(['executed_tx_id', 'height'])
    .where('proposal_id', 'in', ids)
    .where('stored_status', '=', 'executed')
    .execute()
  return rows.flatMap(({ executed_tx_id, height }) =>
    executed_tx_id === null || height === null ? [] : [{ tx_id: executed_tx_id, height }],
  )
}

async function loadOpenings(db: Kysely<Tables>, ids: readonly number[]): Promise<EvidenceRow[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('dao_proposal')
    .select(['tx_id', 'height'])
    .where('id', 'in', ids)
    .execute()
}
