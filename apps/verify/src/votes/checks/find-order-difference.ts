import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { listProposals, listVotes, type ProposalEntry } from '../list-entries.ts'
import { findFirst } from './find-first.ts'

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
