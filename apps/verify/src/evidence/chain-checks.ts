import { NodeBusyError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { HoldingFacts } from '@app/score/facts.ts'
import { type Decoding, listDecodings } from '@app/server/indexer/decode/decoding.ts'
import { readHoldings } from '@app/server/scorer/read-holdings.ts'
import type { Address } from '@app/values/address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { MAX_SCORED_COLLECTIONS } from '@app/values/limits.ts'
import { type Difference, type Finding, findFirstDifference } from '../check.ts'
import { isMissingDataError, readBlock } from '../node.ts'
import {
  type CitedRows,
  findCitationDifference,
  readCitedTransaction,
} from './cited-transactions.ts'
import { listCitations, type ParsedEvidence, type PlacedCitation } from './evidence.ts'

/** Checks that the account exists, and that the last covered block has the time of the score. */
export async function findAccountOrBlockDifference(
  { file, address }: ParsedEvidence,
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
  const time = new Date(block.timeMs).toISOString()
  if (time === file.computedAt) return null
  const expected = `${time}, the time of block ${toHeight} of coverage.toHeight`
  return { path: 'computedAt', expected, found: file.computedAt }
}

/**
 * Checks that each cited transaction is in its block, succeeded, and shows what it is cited for: by the decoding of the
 * score, or where its history was incomplete by an earlier one, which had read the block.
 */
export async function findFirstFalseCitation(
  evidence: ParsedEvidence,
  flow: FlowReader,
): Promise<Difference | null> {
  const { file, address, rules, facts } = evidence
  const [own, ...earlier] = listDecodings(rules.decoding)
  const decodings = facts.completeness < FACTOR_UNIT ? [own, ...earlier] : [own]
  const reads = new Map<string, Promise<CitedRows>>()
  const read = ({ txId, height }: PlacedCitation, decoding: Decoding) => {
    const key = `${height} ${txId} ${decoding.number}`
    const rows =
      reads.get(key) ?? readCitedTransaction(flow, file.network, { txId, height, decoding })
    reads.set(key, rows)
    return rows
  }
  const differences = await Promise.all(
    listCitations(evidence).map(async (citation) => {
      const found: Difference[] = []
      for (const decoding of decodings) {
        const seen = await read(citation, decoding)
        const difference = findCitationDifference(address, citation, seen)
        if (difference === null) return null
        found.push(difference)
      }
      return found[0] ?? null
    }),
  )
  return differences.find((difference) => difference !== null) ?? null
}

/** Checks that the account held the NFTs of the inputs. Undecided where the node has no state of that block. */
export async function findFalseHoldings(
  { file, address, facts }: ParsedEvidence,
  flow: FlowReader,
): Promise<Finding> {
  const { network, coverage } = file
  const height = coverage.toHeight
  if (facts.holdings === null) {
    return { note: 'NFTs could not be read when the score was computed, so it does not use them.' }
  }
  const atHeight = (await hasStateAt(flow, height)) ? height : (await flow.getLatestBlock()).height
  const { counts } = await readHoldings(flow, { address, network, atHeight })
  const difference = findHoldingDifference(address, facts.holdings, counts)
  if (difference === null || atHeight === height) return difference
  return {
    because: `The node has no state of block ${height}; at block ${atHeight} the NFTs are different.`,
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
      isSelfMinted: collection.startsWith(`A.${address.slice(2)}.`),
    }))
    .sort((a, b) => b.count - a.count || (a.collection < b.collection ? -1 : 1))
    .slice(0, MAX_SCORED_COLLECTIONS)
  const found = holdings.map(({ firstDepositSeconds: _, ...held }) => held)
  return findFirstDifference('inputs.chain.holdings', expected, found)
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
