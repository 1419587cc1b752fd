import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Check, Finding } from '../check.ts'
import { findCitationDifference } from '../checks/find-citation-difference.ts'
import { findHoldingDifference } from '../checks/find-holding-difference.ts'
import { citationsOf, countCited } from '../citation.ts'
import { counted } from '../counted.ts'
import { type Difference, firstDifference } from '../difference.ts'
import type { Evidence } from '../evidence.ts'
import { readBlock } from './read-block.ts'
import { type CitedTransaction, readCited, type SeenRows } from './read-cited.ts'
import { readHeld } from './read-held.ts'

/** What a file claims that a node can tell within seconds. */
export function chainChecks(evidence: Evidence, flow: FlowReader): Check[] {
  const { toHeight } = evidence.file.coverage
  const cited = counted(countCited(citationsOf(evidence)), 'transaction')
  const collections = counted(evidence.facts.holdings?.length ?? 0, 'collection')
  return [
    {
      claim: `The account exists, and block ${toHeight} has the time of the score.`,
      find: () => findPlaceDifference(evidence, flow),
    },
    {
      claim: `The chain holds the ${cited} cited, each showing what it is cited for.`,
      find: () => findFalseCitation(evidence, flow),
    },
    {
      claim: `The account holds the NFTs of ${collections}, as the inputs say.`,
      find: () => findFalseHolding(evidence, flow),
    },
  ]
}

async function findPlaceDifference(
  { file, address }: Evidence,
  flow: FlowReader,
): Promise<Difference | null> {
  if ((await flow.account(address)) === null) {
    return { path: 'address', expected: 'an account that exists', found: address }
  }
  const { toHeight } = file.coverage
  const block = await readBlock(flow, toHeight)
  if (block === null) {
    return { path: 'coverage.toHeight', expected: 'a block of the chain', found: `${toHeight}` }
  }
  return firstDifference('computedAt', new Date(block.timeMs).toISOString(), file.computedAt)
}

async function findFalseCitation(evidence: Evidence, flow: FlowReader): Promise<Difference | null> {
  const { file, address } = evidence
  const citations = citationsOf(evidence)
  const reads = new Map<string, Promise<SeenRows>>()
  const read = (cited: CitedTransaction) => readCited(flow, file.network, cited)
  for (const cited of citations) reads.set(keyOf(cited), reads.get(keyOf(cited)) ?? read(cited))
  const seen = await Promise.all(citations.map((cited) => reads.get(keyOf(cited)) ?? null))
  const differences = citations.map((citation, index) =>
    findCitationDifference(address, citation, seen[index] ?? null),
  )
  return differences.find((difference) => difference !== null) ?? null
}

function keyOf({ txId, height }: CitedTransaction): string {
  return `${height} ${txId}`
}

async function findFalseHolding(
  { file, address, facts }: Evidence,
  flow: FlowReader,
): Promise<Finding> {
  if (facts.holdings === null) {
    return { because: 'No NFTs could be read when the score was made, and it rests on none.' }
  }
  const height = file.coverage.toHeight
  const held = await readHeld(flow, { address, network: file.network, height })
  const difference = findHoldingDifference(address, facts.holdings, held.counts)
  if (difference === null || held.atHeight === height) return difference
  return {
    because: `The node keeps no state of block ${height}; by block ${held.atHeight} the NFTs are others.`,
  }
}
