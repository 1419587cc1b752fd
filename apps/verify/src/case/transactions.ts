import type { CaseEntryKind } from '@app/api/schemas/case.ts'
import { buildEventTypeId, type EventName } from '@app/contracts/resolve-imports.ts'
import type { TransactionEvent, TransactionResult } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { toIsoTime } from '@app/values/time.ts'
import { type Difference, type Finding, findFirst, findFirstDifference } from '../check.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'

/**
 * Checks that each transaction of a case was sealed, did not fail, and called the contracts with what its entry
 * states. Undecided where a scheduled transaction of the chain lifted a flag: nodes do not return it by its id.
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
          expected: `${toIsoTime(atSeconds)}, the time of its block, or later`,
          found: toIsoTime(entrySeconds),
        },
  )
}

type Fields = TransactionEvent['fields']

/** What an entry and an event of the contracts state about the same thing, in the form of the file. */
interface EntryClaim {
  entry: EntryWithDetails<CaseEntryKind>
  event: EventName
  /** What the entry states. */
  stated: Record<string, unknown>
  /** Whether an event is about this thing; its other fields may differ. */
  isAbout(fields: Fields): boolean
  /** What an event states, with the fields of `stated`. */
  read(fields: Fields, atSeconds: number): Record<string, unknown>
}

/** Lists what the entries of a case state about events of their transactions, in the order of the file. */
function listEntryClaims(parsed: ParsedCase): EntryClaim[] {
  return parsed.entries.flatMap((entry): EntryClaim[] => {
    if (entry.entry.txId === null) return []
    switch (entry.kind) {
      case 'flag':
        return [buildFlagClaim(parsed, entry)]
      case 'lift':
        return [buildLiftClaim(parsed, entry)]
      case 'proposal':
        return [buildProposalClaim(parsed, entry)]
      case 'vote':
        return [buildVoteClaim(entry)]
      case 'execution':
        return buildExecutionClaims(parsed, entry)
      case 'freeze':
        return [buildFreezeClaim(parsed, entry)]
      case 'appeal':
        return [buildAppealClaim(parsed, entry)]
      default:
        return []
    }
  })
}

function buildFlagClaim({ file }: ParsedCase, entry: EntryWithDetails<'flag'>): EntryClaim {
  const { address, caseId } = file
  return {
    entry,
    event: 'DharmaProtection.Flagged',
    stated: { by: entry.entry.by, details: entry.details, at: toIsoTime(entry.atSeconds) },
    isAbout: (fields) => fields.address === address && fields.caseId === caseId,
    read: ({ flagNumber, reasonCode, flagger, reasonHash }, atSeconds) => ({
      by: flagger,
      details: { number: Number(flagNumber), reasonCode, flagger, reasonHash },
      at: toIsoTime(atSeconds),
    }),
  }
}

function buildLiftClaim({ file }: ParsedCase, entry: EntryWithDetails<'lift'>): EntryClaim {
  const { address, caseId } = file
  return {
    entry,
    event: 'DharmaProtection.FlagLifted',
    stated: { details: entry.details },
    isAbout: (fields) => fields.address === address && fields.caseId === caseId,
    read: ({ flagNumber, cause }) => ({ details: { number: Number(flagNumber), cause } }),
  }
}

function buildProposalClaim(
  { address }: ParsedCase,
  entry: EntryWithDetails<'proposal'>,
): EntryClaim {
  const { details } = entry
  const { by, textHash } = entry.entry
  return {
    entry,
    event: 'DharmaGovernance.ProposalCreated',
    stated: { target: address, by, textHash, details },
    isAbout: (fields) => Number(fields.id) === details.proposalId,
    read: (fields, createdAt) => ({
      target: fields.target,
      by: fields.proposer,
      textHash: fields.reasonHash,
      details: {
        proposalId: Number(fields.id),
        action: fields.action,
        title: fields.title,
        rank: fields.rank,
        isAppeal: fields.isAppeal,
        createdAt,
        votingEndsAt: toSeconds(fields.votingEndsAt),
      },
    }),
  }
}

function buildVoteClaim(entry: EntryWithDetails<'vote'>): EntryClaim {
  const { details } = entry
  return {
    entry,
    event: 'DharmaGovernance.VoteCast',
    stated: { by: entry.entry.by, details },
    isAbout: (fields) => isEventOfVote(entry, fields),
    read: (fields, castAt) => ({
      by: fields.voter,
      details: {
        proposalId: Number(fields.id),
        support: fields.support,
        sequence: Number(fields.sequence),
        score: Number(fields.scoreTenths) / 10,
        evidenceHash: fields.evidenceHash,
        castAt,
      },
    }),
  }
}

/** Whether an event `VoteCast` is that of the entry. */
export const isEventOfVote = ({ entry, details }: EntryWithDetails<'vote'>, fields: Fields) =>
  Number(fields.id) === details.proposalId &&
  fields.voter === entry.by &&
  Number(fields.sequence) === details.sequence

/** The status changes in the same transaction; its event has the sums of the whole vote. */
function buildExecutionClaims(
  parsed: ParsedCase,
  entry: EntryWithDetails<'execution'>,
): EntryClaim[] {
  const { details } = entry
  const isAbout = (fields: Fields) => Number(fields.id) === details.proposalId
  const end = selectEntries(parsed, 'voting_end').find(
    (one) => one.details.proposalId === details.proposalId,
  )
  const { votesFor, votesAgainst } = end?.details ?? {}
  return [
    {
      entry,
      event: 'DharmaGovernance.ProposalExecuted',
      stated: { target: parsed.address, details },
      isAbout,
      read: (fields, executedAt) => ({
        target: fields.target,
        details: { proposalId: Number(fields.id), action: fields.action, executedAt },
      }),
    },
    {
      entry,
      event: 'DharmaProposals.StatusChanged',
      stated: { votesFor, votesAgainst },
      isAbout: (fields) => isAbout(fields) && fields.after === 'executed',
      read: (fields) => ({
        votesFor: Number(fields.votesFor),
        votesAgainst: Number(fields.votesAgainst),
      }),
    },
  ]
}

function buildFreezeClaim({ address }: ParsedCase, entry: EntryWithDetails<'freeze'>): EntryClaim {
  return {
    entry,
    event: 'DharmaProtection.Frozen',
    stated: { details: entry.details },
    isAbout: (fields) => fields.address === address,
    read: (fields, renewedAt) => ({
      details: {
        number: Number(fields.freezeNumber),
        proposalId: Number(fields.proposalId),
        since: toSeconds(fields.since),
        renewedAt,
      },
    }),
  }
}

function buildAppealClaim({ address }: ParsedCase, entry: EntryWithDetails<'appeal'>): EntryClaim {
  const { details } = entry
  const { textHash } = entry.entry
  return {
    entry,
    event: 'DharmaProtection.AppealOpened',
    stated: { textHash, details },
    isAbout: (fields) => fields.address === address && Number(fields.id) === details.appealId,
    read: (fields, atSeconds) => ({
      textHash: fields.reasonHash,
      details: {
        appealId: Number(fields.id),
        against: fields.flagNumber === null ? 'freeze' : 'flag',
        number: Number(fields.flagNumber ?? fields.freezeNumber),
        openedAt: atSeconds,
        deadline: toSeconds(fields.deadline),
      },
    }),
  }
}

/** Seconds of a UFix64, which `decodeCadence` gives in units of 10⁻⁸. */
const toSeconds = (value: unknown): number | null =>
  typeof value === 'bigint' ? Number(value / UNITS_PER_TOKEN) : null

/** A transaction with the block that it is in. */
interface SealedTransaction
  extends Pick<TransactionResult, 'txId' | 'status' | 'error' | 'events'> {
  /** `null` where it is in no block. */
  height: number | null
  /** Unix seconds of the block, cut; 0 where it is in none. */
  atSeconds: number
}

export type TransactionReader = (txId: string) => Promise<SealedTransaction>

/** Creates a function that reads each transaction once. */
export function createTransactionReader(flow: FlowReader): TransactionReader {
  const known = new Map<string, Promise<SealedTransaction>>()
  return (txId) => {
    const answer = known.get(txId) ?? readTransaction(flow, txId)
    known.set(txId, answer)
    return answer
  }
}

async function readTransaction(flow: FlowReader, id: string): Promise<SealedTransaction> {
  const { txId, status, error, events, blockId } = await flow.getTransactionResult(id)
  const block = blockId === null ? null : await flow.getBlockById(blockId)
  const atSeconds = Math.floor((block?.timeMs ?? 0) / 1000)
  return { txId, status, error, events, height: block?.height ?? null, atSeconds }
}
