import { NodeBusyError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { HoldingFacts } from '@app/score/facts.ts'
import { readHoldings } from '@app/server/scorer/read-holdings.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { MAX_SCORED_COLLECTIONS } from '@app/values/limits.ts'
import type { Network } from '@app/values/network.ts'
import {
  type Check,
  type Difference,
  type Finding,
  findFirstDifference,
  pluralize,
} from '../check.ts'
import { isMissingDataError, readBlock } from '../read-block.ts'
import {
  type CitedRows,
  type CitedTransaction,
  findCitationDifference,
  readCitedTransaction,
} from './cited-transactions.ts'
import {
  type CitingFile,
  countCitedTransactions,
  listCitations,
  type ParsedEvidence,
} from './evidence.ts'

/** Builds the checks of a file that take a node only seconds. */
export function buildEvidenceChainChecks(evidence: ParsedEvidence, flow: FlowReader): Check[] {
  const { toHeight } = evidence.file.coverage
  const cited = pluralize(countCitedTransactions(listCitations(evidence)), 'transaction')
  const collections = pluralize(evidence.facts.holdings?.length ?? 0, 'collection')
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

/** Checks that the account exists, and that the last covered block has the time of the score. */
export async function findAccountOrBlockDifference(
  { file }: Pick<ParsedEvidence, 'file'>,
  flow: FlowReader,
): Promise<Difference | null> {
  const address = toAddress(file.address)
  if ((await flow.getAccount(address)) === null) {
    return { path: 'address', expected: 'an account that exists', found: address }
  }
  const { toHeight } = file.coverage
  const block = await readBlock(flow, toHeight)
  if (block === null) {
    return { path: 'coverage.toHeight', expected: 'a block of the chain', found: `${toHeight}` }
  }
  const time = new Date(block.timeMs).toISOString()
  if (time === file.computedAt) return null
  const expected = `${time}, the time of block ${toHeight} of coverage.toHeight`
  return { path: 'computedAt', expected, found: file.computedAt }
}

/** Checks that each cited transaction is in its block, succeeded, and shows what it is cited for. */
export async function findFirstFalseCitation(
  citing: CitingFile,
  flow: FlowReader,
): Promise<Difference | null> {
  const { file } = citing
  const address = toAddress(file.address)
  const citations = listCitations(citing)
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

/** Checks that the account held the NFTs of the inputs. Undecided where the node has no state of that block. */
export async function findFalseHoldings(
  { file, address, facts }: ParsedEvidence,
  flow: FlowReader,
): Promise<Finding> {
  if (facts.holdings === null) {
    return { note: 'NFTs could not be read when the score was computed, so it does not use them.' }
  }
  const height = file.coverage.toHeight
  const held = await readHeldNfts(flow, { address, network: file.network, height })
  const difference = findHoldingDifference(address, facts.holdings, held.counts)
  if (difference === null || held.atHeight === height) return difference
  return {
    because: `The node has no state of block ${height}; at block ${held.atHeight} the NFTs are different.`,
  }
}

/** Checks that the account holds exactly the collections of the inputs, with the same number of NFTs each. */
export function findHoldingDifference(
  address: Address,
  holdings: readonly HoldingFacts[],
  counts: ReadonlyMap<string, number>,
): Difference | null {
  const expected = [...counts]
    .filter(([, count]) => count > 0)
    .map(([collection, count]) => ({
      collection,
      count,
      isSelfMinted: isMintedBy(address, collection),
    }))
    .sort((a, b) => b.count - a.count || (a.collection < b.collection ? -1 : 1))
    .slice(0, MAX_SCORED_COLLECTIONS)
  const found = holdings.map(({ firstDepositSeconds: _, ...held }) => held)
  return findFirstDifference('inputs.chain.holdings', expected, found)
}

function isMintedBy(address: Address, collection: string): boolean {
  return collection.startsWith(`A.${address.slice(2)}.`)
}

export interface HeldNftsQuery {
  address: Address
  network: Network
  height: number
}

export interface HeldNfts {
  /** NFTs by collection type identifier. */
  counts: ReadonlyMap<string, number>
  /** Height of the count: the requested one, or the latest sealed one if the node has no state of it. */
  atHeight: number
}

/** Reads the NFTs of an account at a height, or at the latest one if the node has no state of it. */
export async function readHeldNfts(flow: FlowReader, query: HeldNftsQuery): Promise<HeldNfts> {
  const { address, network, height } = query
  const atHeight = (await hasStateAt(flow, height)) ? height : (await flow.getLatestBlock()).height
  const { counts } = await readHoldings(flow, { address, network, atHeight })
  return { counts, atHeight }
}

/** Returns whether the node has the state: runs a trivial script, so that an account that is hard to read is no cause. */
async function hasStateAt(flow: FlowReader, height: number): Promise<boolean> {
  try {
    await flow.executeScript('access(all) fun main(): Bool { return true }', [], height)
    return true
  } catch (error) {
    if (isMissingDataError(error) || error instanceof NodeBusyError) return false
    throw error
  }
}
