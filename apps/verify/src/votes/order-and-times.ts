import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { type Difference, findFirst, findFirstDifference } from '../check.ts'
import {
  listMessages,
  listProposals,
  listVotes,
  type MessageEntry,
  type ProposalEntry,
  type VoteEntry,
} from './archive-entries.ts'

/** Checks the contract, and that nothing is missing between the numbers, given twice, or out of order. */
export function findOrderDifference(archive: VoteArchive): Difference | null {
  const { contract, network } = archive
  const expected = getContractAddress('DharmaGovernance', network)
  return (
    findFirstDifference('contract', expected, contract) ??
    findNumberDifference(archive) ??
    findFirst(listReceipts(archive), (entry) => findReceiptDifference(entry, archive.toHeight)) ??
    findFirst(listProposals(archive), findVoteOrderDifference) ??
    findRepeatedVote(archive)
  )
}

/** The contract numbers proposals without gaps. */
function findNumberDifference(archive: VoteArchive): Difference | null {
  const { proposals } = archive
  const [first] = proposals
  const heights = proposals.map(({ receipt }) => receipt.height)
  return findFirst(listProposals(archive), ({ path, proposal }) => {
    const index = proposals.indexOf(proposal)
    const number = (first?.id ?? 1) + index
    if (proposal.id < 1)
      return { path: `${path}.id`, expected: 'at least 1', found: `${proposal.id}` }
    return (
      findFirstDifference(`${path}.id`, number, proposal.id) ??
      findDecrease(`${path}.receipt.height`, heights.slice(0, index + 1))
    )
  })
}

interface ReceiptEntry {
  path: string
  receipt: { txId: string; height: number }
}

function listReceipts(archive: VoteArchive): ReceiptEntry[] {
  return [
    ...listProposals(archive).flatMap(({ path, proposal: { receipt, execution } }) => [
      { path: `${path}.receipt`, receipt },
      ...(execution === null ? [] : [{ path: `${path}.execution`, receipt: execution }]),
    ]),
    ...listVotes(archive).map(({ path, vote: { receipt } }) => ({
      path: `${path}.receipt`,
      receipt,
    })),
  ]
}

const TX_ID = /^[0-9a-f]{64}$/

function findReceiptDifference({ path, receipt }: ReceiptEntry, toHeight: number) {
  if (!TX_ID.test(receipt.txId)) {
    return { path: `${path}.txId`, expected: '64 hex digits in lower case', found: receipt.txId }
  }
  if (receipt.height <= toHeight) return null
  const expected = `at most ${toHeight}, the last block of the file`
  return { path: `${path}.height`, expected, found: `${receipt.height}` }
}

function findVoteOrderDifference({ path, proposal }: ProposalEntry): Difference | null {
  const heights = [proposal.receipt, ...proposal.votes.map(({ receipt }) => receipt)].map(
    ({ height }) => height,
  )
  return findFirst([...proposal.votes.keys()], (index) =>
    findDecrease(`${path}.votes[${index}].receipt.height`, heights.slice(0, index + 2)),
  )
}

/** Checks that the last number is not below the one before it. */
function findDecrease(path: string, numbers: readonly number[]): Difference | null {
  const [before, last] = numbers.slice(-2)
  if (before === undefined || last === undefined || last >= before) return null
  return { path, expected: `at least ${before}, as the one before it`, found: `${last}` }
}

function findRepeatedVote(archive: VoteArchive): Difference | null {
  const seen = new Set<string>()
  return findFirst(listVotes(archive), ({ path, vote, proposal }) => {
    const key = `${proposal.id} ${vote.voter} ${vote.message.sequence} ${vote.receipt.txId}`
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated ? { path, expected: 'another vote', found: 'given twice' } : null
  })
}

/** The contract refuses votes and proposals that are valid for longer, in seconds. */
const MAX_VALIDITY = 24 * 3600

/** Checks that each vote was cast while voting was open, and each message while it was valid. */
export function findVoteTimeDifference(archive: VoteArchive): Difference | null {
  return (
    findFirst(listVotes(archive), findVotingTimeDifference) ??
    findFirst(listMessages(archive), findValidityDifference)
  )
}

function findVotingTimeDifference({ path, vote, proposal }: VoteEntry): Difference | null {
  const { createdAt, votingEndsAt } = proposal
  const { at } = vote.receipt
  if (at >= createdAt && at < votingEndsAt) return null
  const expected = `from ${createdAt} on and before ${votingEndsAt}, while voting was open`
  return { path: `${path}.receipt.at`, expected, found: `${at}` }
}

function findValidityDifference({ path, message, receipt }: MessageEntry): Difference | null {
  const { validUntil } = message
  if (validUntil >= receipt.at && validUntil <= receipt.at + MAX_VALIDITY) return null
  const expected = `${receipt.at} to ${receipt.at + MAX_VALIDITY}, at most 24 hours after its block`
  return { path: `${path}.validUntil`, expected, found: `${validUntil}` }
}

/** The contract refuses a number that is further above the last one. */
const MAX_STEP = 1000

/** Checks that the sequence numbers of each signer grow, in votes and in proposals, from message to message. */
export function findSequenceDifference(archive: VoteArchive): Difference | null {
  const bySigner = Object.groupBy(
    listMessages(archive),
    ({ series, signer }) => `${series} ${signer}`,
  )
  return findFirst(Object.values(bySigner), (entries = []) => {
    const sorted = entries.toSorted(compareOnChain)
    return findFirst([...sorted.keys()], (index) => {
      const [before, entry] = [sorted[index - 1], sorted[index]]
      return isSameCarrier(before, entry)
        ? findCarrierDifference(before, entry)
        : findStepDifference(before, entry)
    })
  })
}

/** Whether two votes say that the same message carried them. */
const isSameCarrier = (
  before: MessageEntry | undefined,
  entry: MessageEntry | undefined,
): boolean =>
  entry?.series === 'votes' &&
  before?.message.sequence === entry.message.sequence &&
  before.receipt.txId === entry.receipt.txId &&
  before.proposal.id !== entry.proposal.id

function findCarrierDifference(
  before: MessageEntry | undefined,
  entry: MessageEntry | undefined,
): Difference | null {
  if (before === undefined || entry === undefined) return null
  const path = entry.path.replace(/\.message$/, '')
  return (
    findFirstDifference(entry.path, before.message, entry.message) ??
    findFirstDifference(`${path}.receipt`, before.receipt, entry.receipt)
  )
}

/** In one block, the lower number was accepted first. */
const compareOnChain = (one: MessageEntry, other: MessageEntry): number =>
  one.receipt.height - other.receipt.height || one.message.sequence - other.message.sequence

function findStepDifference(
  before: MessageEntry | undefined,
  entry: MessageEntry | undefined,
): Difference | null {
  if (entry === undefined) return null
  const { path, message } = entry
  const found = `${message.sequence}`
  if (message.sequence < 1) return { path: `${path}.sequence`, expected: 'at least 1', found }
  if (before === undefined) return null
  const last = before.message.sequence
  if (message.sequence > last && message.sequence <= last + MAX_STEP) return null
  const expected = `${last + 1} to ${last + MAX_STEP}, above the number of the message before it`
  return { path: `${path}.sequence`, expected, found }
}
