import type { EvidenceFile } from '@app/api/schemas/score.ts'
import { buildEventTypeId } from '@app/contracts/resolve-imports.ts'
import type { TransactionEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { toAddress } from '@app/values/address.ts'
import {
  type Check,
  type Difference,
  type Finding,
  findFirst,
  findFirstDifference,
  pluralize,
} from '../check.ts'
import {
  findAccountOrBlockDifference,
  findFalseHoldings,
  findFirstFalseCitation,
} from '../evidence/chain-checks.ts'
import {
  type CitingFile,
  listCitations,
  type ParsedEvidence,
  parseAndJudgeEvidence,
} from '../evidence/evidence.ts'
import { findMessageKeyFinding, type KeyedMessage } from '../votes/signatures.ts'
import { countVotes, listBallots } from './ballots.ts'
import { listSignedEntries } from './messages.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'
import {
  createTransactionReader,
  findLateTransaction,
  findTransactionFinding,
  isEventOfVote,
  type TransactionReader,
} from './transactions.ts'

/** Builds the checks that ask a node. */
export function buildCaseChainChecks(parsed: ParsedCase, flow: FlowReader): Check[] {
  const readTransaction = createTransactionReader(flow)
  const ids = new Set(parsed.entries.flatMap(({ entry }) => entry.txId ?? []))
  return [
    {
      claim: `${pluralize(ids.size, 'transaction')} on the chain called the contracts with what the entries state.`,
      find: () => findTransactionFinding(parsed, readTransaction),
    },
    {
      claim: 'The votes give the sums that the contract reported with each of them.',
      find: () => findSumDifference(parsed, readTransaction),
    },
    {
      claim: 'No entry has a time before the block of its transaction.',
      find: () => findLateTransaction(parsed, readTransaction),
    },
    {
      claim: 'The keys are those that the accounts of the signers had.',
      find: () => findKeyFinding(parsed, { flow, readTransaction }),
    },
    ...buildEvidenceChecks(parsed, flow),
  ]
}

async function findKeyFinding(
  parsed: ParsedCase,
  { flow, readTransaction }: { flow: FlowReader; readTransaction: TransactionReader },
): Promise<Finding> {
  const messages: KeyedMessage[] = []
  for (const { path, signer, message, entry } of listSignedEntries(parsed)) {
    const { txId } = entry.entry
    const height = txId === null ? null : (await readTransaction(txId)).height
    messages.push({ path, signer, message, height })
  }
  return await findMessageKeyFinding([...messages, ...listClearances(parsed)], flow)
}

/** The agent signs a clearance off the chain. */
function listClearances(parsed: ParsedCase): KeyedMessage[] {
  return selectEntries(parsed, 'clearance').flatMap(({ path, entry }) => {
    const { by, message } = entry
    if (by === null || message === null) return []
    return [{ path: `${path}.message`, signer: toAddress(by), message, height: null }]
  })
}

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
async function findSumDifference(
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

/** The exact inputs behind an accusation, with their path in the file. */
interface CaseEvidence extends CitingFile {
  /** Such as evidence[0]. */
  path: string
  /** `null` where the engine here does not know the version. */
  evidence: ParsedEvidence | null
}

/** Builds the checks that what the accusations cite is on the chain. */
function buildEvidenceChecks({ file }: ParsedCase, flow: FlowReader): Check[] {
  const all = file.evidence.map(readEvidence)
  const judged = all.flatMap(({ path, evidence }) => (evidence === null ? [] : { path, evidence }))
  return [
    {
      claim: `The chain has the ${pluralize(countCitations(file), 'citation')} of the accusations, and each shows what it is cited for.`,
      find: () => findFirstIn(all, (one) => findFirstFalseCitation(one, flow)),
    },
    {
      claim: 'The last block that each score covers has its time.',
      find: () => findFirstIn(all, (one) => findAccountOrBlockDifference(one, flow)),
    },
    {
      claim: 'The account held the NFTs that the inputs state.',
      find: () => findFirstIn(judged, ({ evidence }) => findFalseHoldings(evidence, flow)),
    },
  ]
}

/** Counts what the inputs of a case cite. */
export const countCitations = ({ evidence }: Pick<ParsedCase['file'], 'evidence'>): number =>
  evidence.reduce((sum, file) => sum + listCitations({ file, judgement: null }).length, 0)

function readEvidence(file: EvidenceFile, index: number): CaseEvidence {
  const read = parseAndJudgeEvidence(file)
  const evidence = 'path' in read ? null : read
  return { path: `evidence[${index}]`, file, evidence, judgement: evidence?.judgement ?? null }
}

/** Returns the first difference, with its path in the case; else the last other finding. */
async function findFirstIn<T extends { path: string }>(
  all: readonly T[],
  find: (one: T) => Promise<Finding>,
): Promise<Finding> {
  let other: Finding = null
  for (const one of all) {
    const finding = await find(one)
    if (finding !== null && 'expected' in finding) {
      return { ...finding, path: `${one.path}.${finding.path}` }
    }
    other = finding ?? other
  }
  return other
}
