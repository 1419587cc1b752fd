import { buildEventTypeId, type EventName } from '@app/contracts/resolve-imports.ts'
import type { TransactionEvent, TransactionResult } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { Network } from '@app/values/network.ts'
import { type Difference, findFirstDifference } from './check.ts'

/** A transaction with the block that it is in. */
export interface SealedTransaction
  extends Pick<TransactionResult, 'txId' | 'status' | 'error' | 'events'> {
  /** `null` where it is in no block. */
  height: number | null
  /** Unix seconds of the block, cut; 0 where it is in none. */
  at: number
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

/** A transaction id: what a file states may be anything. */
export const TX_ID = /^[0-9a-f]{64}$/

async function readTransaction(flow: FlowReader, id: string): Promise<SealedTransaction> {
  if (!TX_ID.test(id)) {
    return { txId: id, status: 'unknown', error: null, events: [], height: null, at: 0 }
  }
  const { txId, status, error, events, blockId } = await flow.getTransactionResult(id)
  const block = blockId === null ? null : await flow.getBlockById(blockId)
  const at = Math.floor((block?.timeMs ?? 0) / 1000)
  return { txId, status, error, events, height: block?.height ?? null, at }
}

type Fields = TransactionEvent['fields']

/** What a file states about an event of the contracts. */
export interface EventClaim {
  /** Path of what states it, such as proposals[2].votes[0]. */
  path: string
  /** What stands there. */
  stated: object
  /** Path and value of the id of the transaction. */
  txPath: string
  txId: string
  event: EventName
  /** The fields that tell the event from others of the transaction; those that are left may differ. */
  about: Readonly<Record<string, unknown>>
  /** The fields of `stated` that follow from the event. */
  read(fields: Fields, transaction: SealedTransaction): object
  /** Whether a node may not return the event by the transaction, which the chain itself scheduled. */
  isScheduled?: boolean
}

/**
 * Checks that each claim is of a sealed transaction whose event states the same. Returns the first difference, or the
 * paths of claims whose events the node does not return.
 */
export async function findClaimDifference(
  claims: readonly EventClaim[],
  network: Network,
  read: TransactionReader,
): Promise<Difference | { unread: string[] }> {
  const unread: string[] = []
  for (const claim of claims) {
    const { path, stated, txPath, txId, event, isScheduled } = claim
    const transaction = await read(txId)
    const unsealed = findSealDifference(txPath, transaction)
    if (unsealed !== null) return unsealed
    const fields = findEvent(claim, network, transaction)
    if (fields === undefined && isScheduled === true) unread.push(path)
    else if (fields === undefined) {
      const expected = `a transaction with ${event} of this`
      return { path: txPath, expected, found: `${txId}, which has none` }
    } else {
      const expected = { ...stated, ...claim.read(fields, transaction) }
      const difference = findFirstDifference(path, expected, stated)
      if (difference !== null) return difference
    }
  }
  return { unread }
}

function findSealDifference(
  path: string,
  { txId, status, error }: SealedTransaction,
): Difference | null {
  if (status !== 'sealed') {
    const found = status === 'unknown' ? 'which the node does not have' : `which is ${status}`
    return { path, expected: 'a sealed transaction', found: `${txId}, ${found}` }
  }
  if (error === null) return null
  return { path, expected: 'a transaction that succeeded', found: `${txId}, which failed` }
}

function findEvent(
  { event, about }: EventClaim,
  network: Network,
  { events }: SealedTransaction,
): Fields | undefined {
  const type = buildEventTypeId(event, network)
  const own = events.filter((one) => one.type === type).map(({ fields }) => fields)
  return own.find((fields) => isAbout(fields, about)) ?? own[0]
}

const isAbout = (fields: Fields, about: EventClaim['about']): boolean =>
  Object.entries(about).every(([name, value]) => String(fields[name]) === String(value))

/** A vote of a file, by its transaction. */
export interface CastVote {
  txId: string
  proposalId: number
  voter: string | null
  sequence: number
}

/** What tells the event of a vote from others. */
export const toVoteKey = ({ proposalId: id, voter, sequence }: Omit<CastVote, 'txId'>) => ({
  ...{ id, voter, sequence },
})

/**
 * Returns the sums that the contract reported with the last of the votes on a proposal; `null` without votes. A vote that
 * was left out before it is missing in the sums of the file.
 */
export async function readLastSums(
  votes: readonly CastVote[],
  network: Network,
  read: TransactionReader,
): Promise<{ votesFor: number; votesAgainst: number } | null> {
  const type = buildEventTypeId('DharmaGovernance.VoteCast', network)
  const cast: { event: TransactionEvent; height: number }[] = []
  for (const vote of votes) {
    const { events, height } = await read(vote.txId)
    const event = events.find((one) => one.type === type && isAbout(one.fields, toVoteKey(vote)))
    if (event !== undefined && height !== null) cast.push({ event, height })
  }
  const last = cast
    .toSorted(
      (a, b) =>
        a.height - b.height ||
        a.event.txIndex - b.event.txIndex ||
        a.event.eventIndex - b.event.eventIndex,
    )
    .at(-1)
  if (last === undefined) return null
  const { votesFor, votesAgainst } = last.event.fields
  return { votesFor: Number(votesFor), votesAgainst: Number(votesAgainst) }
}

/** A number of an event that can be absent, as files have it. */
export const toNumber = (value: unknown): number | undefined =>
  value === null ? undefined : Number(value)

/** Seconds of a UFix64, which `decodeCadence` gives in units of 10⁻⁸. */
export const toSeconds = (value: unknown): number | null =>
  typeof value === 'bigint' ? Number(value / UNITS_PER_TOKEN) : null
