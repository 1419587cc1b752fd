import { buildEventTypeId } from '@app/contracts/build-event-type-id.ts'
import type { TransactionEvent } from '@app/flow/read/chain.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import { countVotes, listBallots } from '../list-ballots.ts'
import type { EntryWithDetails, ParsedCase } from '../parse-entries.ts'
import { isEventOfVote } from './entry-claims.ts'
import type { TransactionReader } from './read-transactions.ts'

type Vote = EntryWithDetails<'vote'>

/** A vote with its event and the height of its block. */
interface CastVote {
  vote: Vote
  event: TransactionEvent
  height: number
}

/**
 * Checks that the votes of the file give the sums that the contract reported with each of them. A vote that was left
 * out before another one is missing in them.
 */
export async function findSumDifference(
  parsed: ParsedCase,
  readTransaction: TransactionReader,
): Promise<Difference | null> {
  for (const { votes } of listBallots(parsed)) {
    const cast: CastVote[] = []
    for (const vote of votes) cast.push(...(await readCastVote(parsed, vote, readTransaction)))
    const difference = findFirstWrongSum(cast.toSorted(compareOnChain))
    if (difference !== null) return difference
  }
  return null
}

async function readCastVote(
  { file }: ParsedCase,
  vote: Vote,
  readTransaction: TransactionReader,
): Promise<CastVote[]> {
  const { txId } = vote.entry
  if (txId === null) return []
  const { events, height } = await readTransaction(txId)
  const type = buildEventTypeId('DharmaGovernance.VoteCast', file.network)
  const event = events.find((one) => one.type === type && isEventOfVote(vote, one.fields))
  return event === undefined || height === null ? [] : [{ vote, event, height }]
}

const compareOnChain = (one: CastVote, other: CastVote): number =>
  one.height - other.height ||
  one.event.txIndex - other.event.txIndex ||
  one.event.eventIndex - other.event.eventIndex

function findFirstWrongSum(cast: readonly CastVote[]): Difference | null {
  return findFirst([...cast.entries()], ([index, { vote, event }]) => {
    const { votesFor, votesAgainst } = event.fields
    const reported = { votesFor: Number(votesFor), votesAgainst: Number(votesAgainst) }
    const counted = countVotes(cast.slice(0, index + 1).map((one) => one.vote))
    return findFirstDifference(`${vote.path}.sums`, reported, counted)
  })
}
