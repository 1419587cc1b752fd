import { buildEventTypeId } from '@app/contracts/build-event-type-id.ts'
import type { Finding } from '../../checks/check.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import type { ParsedCase } from '../parse-entries.ts'
import { type EntryClaim, listEntryClaims } from './entry-claims.ts'
import type { SealedTransaction, TransactionReader } from './read-transactions.ts'

/**
 * Checks that each transaction of a case was sealed, did not fail, and called the contracts with what its entry
 * states. Undecided where the chain's scheduler lifted a flag: nodes do not return such a transaction by its id.
 */
export async function findTransactionFinding(
  parsed: ParsedCase,
  readTransaction: TransactionReader,
): Promise<Finding> {
  for (const { path, entry } of parsed.entries) {
    if (entry.txId === null) continue
    const difference = findSealDifference(path, parsed, await readTransaction(entry.txId))
    if (difference !== null) return difference
  }
  const scheduled: string[] = []
  for (const claim of listEntryClaims(parsed)) {
    const sealed = await readTransaction(claim.entry.entry.txId ?? '')
    const finding = findClaimDifference(parsed, claim, sealed)
    if (finding === 'no event') scheduled.push(claim.entry.path)
    else if (finding !== null) return finding
  }
  if (scheduled.length === 0) return null
  return {
    because: `The node does not show the events of ${scheduled.join(', ')} by its transaction.`,
  }
}

function findSealDifference(
  entryPath: string,
  { file }: ParsedCase,
  { txId, status, error, events }: SealedTransaction,
): Difference | null {
  const path = `${entryPath}.txId`
  if (status !== 'sealed') {
    const found = status === 'unknown' ? 'which the node does not have' : `which is ${status}`
    return { path, expected: 'a sealed transaction', found: `${txId}, ${found}` }
  }
  if (error !== null) {
    return { path, expected: 'a transaction that succeeded', found: `${txId}, which failed` }
  }
  const prefix = `A.${file.contract.slice(2)}.Dharma`
  if (events.length === 0 || events.some(({ type }) => type.startsWith(prefix))) return null
  const expected = `a transaction that called the contracts of ${file.contract}`
  return { path, expected, found: `${txId}, which did not` }
}

function findClaimDifference(
  { file }: ParsedCase,
  { entry, event, stated, isAbout, read }: EntryClaim,
  { txId, events, atSeconds }: SealedTransaction,
): Difference | 'no event' | null {
  const type = buildEventTypeId(event, file.network)
  const own = events.filter((candidate) => candidate.type === type)
  const found = own.find(({ fields }) => isAbout(fields)) ?? own[0]
  if (found !== undefined) {
    return findFirstDifference(entry.path, read(found.fields, atSeconds), stated)
  }
  if (entry.kind === 'lift') return 'no event'
  const expected = `a transaction with ${event} of this`
  return { path: `${entry.path}.txId`, expected, found: `${txId}, which has none` }
}

/** Checks that the transactions are in blocks not later than their entries. */
export async function findLateTransaction(
  parsed: ParsedCase,
  readTransaction: TransactionReader,
): Promise<Difference | null> {
  const timed: { path: string; entrySeconds: number; atSeconds: number }[] = []
  for (const { path, kind, entry, atSeconds: entrySeconds } of parsed.entries) {
    // A lift takes effect before somebody reports it.
    if (entry.txId === null || kind === 'lift') continue
    timed.push({ path, entrySeconds, atSeconds: (await readTransaction(entry.txId)).atSeconds })
  }
  return findFirst(timed, ({ path, entrySeconds, atSeconds }) =>
    entrySeconds >= atSeconds
      ? null
      : {
          path: `${path}.at`,
          expected: `${new Date(atSeconds * 1000).toISOString()}, the time of its block, or later`,
          found: new Date(entrySeconds * 1000).toISOString(),
        },
  )
}
