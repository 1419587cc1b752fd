import type { CommunityStatement } from '@app/score/community/compute-community-facts.ts'
import type { Address } from '@app/values/address.ts'

/** What is recorded of the statements and decisions about an address. */
export interface CommunityRecord {
  /** The last message of each author and kind. */
  signed: readonly SignedStatement[]
  /** Reports of logged-in wallets without a signature, except withdrawn ones. */
  unsigned: readonly UnsignedReport[]
  /** Number of reports of visitors that are neither withdrawn nor cancelled by an upheld appeal. */
  visitorReports: number
  decisions: readonly RecordedDecision[]
}

export interface SignedStatement {
  kind: 'report' | 'vouch'
  author: Address
  /** Score of the author at that time, 0–100. */
  score: number
  isWithdrawn: boolean
  /** Unix seconds of block time. */
  at: number
  height: number
  txIndex: number
  txId: string
}

export interface UnsignedReport {
  author: string
  /** Score of the author at that time, 0–100. */
  score: number
  /** Unix seconds of block time. */
  at: number
}

/** A decision of the community in the case of a flag, as the chain recorded it. */
export interface RecordedDecision {
  kind: 'freeze' | 'appeal_denied' | 'appeal_upheld'
  caseId: string
  /** Unix seconds of block time: when the appeal was decided; 0 for a freeze. */
  closedAt: number
  proposalId: number
}

export function selectStatements(record: CommunityRecord): CommunityStatement[] {
  const { signed, unsigned, visitorReports, decisions } = record
  const visitor: CommunityStatement = { kind: 'report', score: null, caseId: null }
  const wallets = [...selectSigned(signed), ...selectUnsigned(unsigned, signed)]
  return [
    ...Array.from({ length: visitorReports }, () => visitor),
    ...wallets.map(({ kind, score, at }) => ({
      kind,
      score,
      caseId: kind === 'report' ? findClearedCase(decisions, at) : null,
    })),
  ]
}

/**
 * Returns the signed statements that count: of each author the last one that is not withdrawn,
 * whether it is a report or a vouch.
 */
export function selectSigned(signed: readonly SignedStatement[]): SignedStatement[] {
  const lastByAuthor = new Map<string, SignedStatement>()
  for (const one of signed) {
    const other = lastByAuthor.get(one.author)
    if (one.isWithdrawn || (other !== undefined && isAfter(other, one))) continue
    lastByAuthor.set(one.author, one)
  }
  return [...lastByAuthor.values()]
}

const isAfter = (a: SignedStatement, b: SignedStatement): boolean =>
  a.height === b.height ? a.txIndex > b.txIndex : a.height > b.height

/**
 * Returns the unsigned reports that count: a signed statement of the same author replaces them, and a
 * signed withdrawal also withdraws those before it.
 */
function selectUnsigned(
  unsigned: readonly UnsignedReport[],
  signed: readonly SignedStatement[],
): (UnsignedReport & { kind: 'report' })[] {
  return unsigned
    .filter(({ author, at }) =>
      signed.every(
        (one) =>
          one.author !== author || (one.isWithdrawn && (one.kind === 'vouch' || one.at < at)),
      ),
    )
    .map((report) => ({ ...report, kind: 'report' }))
}

/** Returns the case whose upheld appeal cancelled a report made at that time; `null` for none. */
export function findClearedCase(decisions: readonly RecordedDecision[], at: number): string | null {
  return (
    decisions.find(({ kind, closedAt }) => kind === 'appeal_upheld' && at <= closedAt)?.caseId ??
    null
  )
}
