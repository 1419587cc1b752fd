import type { CommunityStatement } from '@app/score/community/compute-community-facts.ts'
import type {
  CommunityRecord,
  RecordedDecision,
  SignedStatement,
  UnsignedReport,
} from './community-record.ts'

/** Returns the statements about an address, one of each author. */
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
