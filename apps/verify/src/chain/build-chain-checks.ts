import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Check, Finding } from '../checks/check.ts'
import { type Difference, findFirstDifference } from '../checks/difference.ts'
import { findCitationDifference } from '../checks/find-citation-difference.ts'
import { findHoldingDifference } from '../checks/find-holding-difference.ts'
import { formatCount } from '../checks/format-count.ts'
import { countCitedTransactions, listCitations } from '../evidence/citation.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { readBlock } from './read-block.ts'
import {
  type CitedRows,
  type CitedTransaction,
  readCitedTransaction,
} from './read-cited-transaction.ts'
import { readHeldNfts } from './read-held-nfts.ts'

/** Builds the checks of a file that take a node only seconds. */
export function buildChainChecks(evidence: Evidence, flow: FlowReader): Check[] {
  const { toHeight } = evidence.file.coverage
  const cited = formatCount(countCitedTransactions(listCitations(evidence)), 'transaction')
  const collections = formatCount(evidence.facts.holdings?.length ?? 0, 'collection')
  return [
    {
      claim: `The account exists, and block ${toHeight} has the time of the score.`,
      find: () => findAccountOrBlockDifference(evidence, flow),
    },
    {
      claim: `The chain has the ${cited} cited, and each shows what it is cited for.`,
      find: () => findFirstFalseCitation(evidence, flow),
    },
    {
      claim: `The account holds the NFTs of ${collections}, as stated in the inputs.`,
      find: () => findFalseHoldings(evidence, flow),
    },
  ]
}

async function findAccountOrBlockDifference(
  { file, address }: Evidence,
  flow: FlowReader,
): Promise<Difference | null> {
  if ((await flow.getAccount(address)) === null) {
    return { path: 'address', expected: 'an account that exists', found: address }
  }
  const { toHeight } = file.coverage
  const block = await readBlock(flow, toHeight)
  if (block === null) {
    return { path: 'coverage.toHeight', expected: 'a block of the chain', found: `${toHeight}` }
  }
  return findFirstDifference('computedAt', new Date(block.timeMs).toISOString(), file.computedAt)
}

async function findFirstFalseCitation(
  evidence: Evidence,
  flow: FlowReader,
): Promise<Difference | null> {
  const { file, address } = evidence
  const citations = listCitations(evidence)
  const reads = new Map<string, Promise<CitedRows>>()
  const read = (cited: CitedTransaction) => readCitedTransaction(flow, file.network, cited)
  for (const cited of citations)
    reads.set(toTransactionKey(cited), reads.get(toTransactionKey(cited)) ?? read(cited))
  const seen = await Promise.all(
    citations.map((cited) => reads.get(toTransactionKey(cited)) ?? null),
  )
  const differences = citations.map((citation, index) =>
    findCitationDifference(address, citation, seen[index] ?? null),
  )
  return differences.find((difference) => difference !== null) ?? null
}

function toTransactionKey({ txId, height }: CitedTransaction): string {
  return `${height} ${txId}`
}

async function findFalseHoldings(
  { file, address, facts }: Evidence,
  flow: FlowReader,
): Promise<Finding> {
  if (facts.holdings === null) {
    return {
      because: 'NFTs could not be read when the score was computed, so it does not use them.',
    }
  }
  const height = file.coverage.toHeight
  const held = await readHeldNfts(flow, { address, network: file.network, height })
  const difference = findHoldingDifference(address, facts.holdings, held.counts)
  if (difference === null || held.atHeight === height) return difference
  return {
    because: `The node has no state of block ${height}; at block ${held.atHeight} the NFTs are different.`,
  }
}
