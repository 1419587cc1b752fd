import type { CaseEntryKind } from '@app/api/schemas/case.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { toIsoTime } from '@app/values/time.ts'
import {
  type Check,
  type Difference,
  type Finding,
  findFirstDifference,
  pluralize,
} from '../check.ts'
import {
  findAccountOrBlockDifference,
  findFalseHoldings,
  findFirstFalseCitation,
} from '../evidence/chain-checks.ts'
import { listCitations, type ParsedEvidence, parseAndJudgeEvidence } from '../evidence/evidence.ts'
import {
  createTransactionReader,
  type EventClaim,
  findClaimDifference,
  isEventOfVote,
  readLastSums,
  type TransactionReader,
  toSeconds,
} from '../on-chain.ts'
import { findKeyFinding, type KeyedMessage } from '../signatures.ts'
import { listSignedEntries } from './messages.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'
import { countVotesOn } from './replay-case.ts'

/** Builds the checks that ask a node. */
export function buildCaseChainChecks(parsed: ParsedCase, flow: FlowReader): Check[] {
  const read = createTransactionReader(flow)
  const ids = new Set(parsed.entries.flatMap(({ entry }) => entry.txId ?? []))
  return [
    {
      claim: `${pluralize(ids.size, 'transaction')} on the chain called the contracts with what the entries state, and reported the same sums of votes.`,
      find: () => findTransactionFinding(parsed, read),
    },
    {
      claim: 'The keys are those that the accounts of the signers had.',
      find: async () => findKeyFinding(await listKeyedMessages(parsed, read), flow),
    },
    ...buildEvidenceChecks(parsed, flow),
  ]
}

/** Undecided where a scheduled transaction of the chain lifted a flag: nodes do not return it by its id. */
async function findTransactionFinding(
  parsed: ParsedCase,
  read: TransactionReader,
): Promise<Finding> {
  const { network } = parsed.file
  const found = await findClaimDifference(listClaims(parsed), network, read)
  if ('path' in found) return found
  for (const { path, details } of selectEntries(parsed, 'proposal')) {
    const cast = selectEntries(parsed, 'vote')
      .filter((vote) => vote.details.proposalId === details.proposalId)
      .map(({ entry, details: { proposalId, sequence } }) => ({
        ...{ txId: entry.txId ?? '', proposalId, voter: entry.by, sequence },
      }))
    const counted = countVotesOn(parsed, details.proposalId)
    const reported = (await readLastSums(cast, network, read)) ?? counted
    const difference = findFirstDifference(`${path}.votes`, reported, counted)
    if (difference !== null) return difference
  }
  if (found.unread.length === 0) return null
  return {
    because: `The node does not show the events of ${found.unread.join(', ')} by its transaction.`,
  }
}

async function listKeyedMessages(
  parsed: ParsedCase,
  read: TransactionReader,
): Promise<KeyedMessage[]> {
  const messages: KeyedMessage[] = []
  for (const { path, signer, message, entry } of listSignedEntries(parsed)) {
    const { txId } = entry.entry
    const height = txId === null ? null : (await read(txId)).height
    messages.push({ path, signer, message, height })
  }
  return messages
}

/** Lists what the entries of a case state about events of their transactions, in the order of the file. */
const listClaims = (parsed: ParsedCase): EventClaim[] =>
  parsed.entries.flatMap((one): EventClaim[] => {
    const { path, entry, atSeconds } = one
    // Kind and builder are of the same kind, which the compiler does not relate.
    const build = CLAIMS[one.kind] as ClaimBuilder<CaseEntryKind> | undefined
    if (entry.txId === null || build === undefined) return []
    const { read, ...claim } = build(one, parsed.file)
    const isLift = one.kind === 'lift'
    return [
      {
        ...{ path, stated: { ...entry, address: parsed.address } },
        ...{ txPath: `${path}.txId`, txId: entry.txId },
        ...claim,
        // The chain itself can schedule a lift, which takes effect before somebody reports it.
        isScheduled: isLift,
        read: (fields, transaction) => ({
          ...(!isLift && atSeconds < transaction.at && { at: toIsoTime(transaction.at) }),
          ...read(fields, transaction),
        }),
      },
    ]
  })

type ClaimBuilder<K extends CaseEntryKind> = (
  entry: EntryWithDetails<K>,
  file: ParsedCase['file'],
) => Pick<EventClaim, 'event' | 'isAbout' | 'read'>

/** What the entries of each kind state about an event. */
const CLAIMS: { readonly [K in CaseEntryKind]?: ClaimBuilder<K> } = {
  flag: (_, { address, caseId }) => ({
    event: 'DharmaProtection.Flagged',
    isAbout: (fields) => fields.address === address && fields.caseId === caseId,
    read: ({ flagNumber, reasonCode, flagger, reasonHash }, { at }) => ({
      by: flagger,
      details: { number: Number(flagNumber), reasonCode, flagger, reasonHash },
      at: toIsoTime(at),
    }),
  }),
  lift: (_, { address, caseId }) => ({
    event: 'DharmaProtection.FlagLifted',
    isAbout: (fields) => fields.address === address && fields.caseId === caseId,
    read: ({ flagNumber, cause }) => ({ details: { number: Number(flagNumber), cause } }),
  }),
  proposal: ({ details }) => ({
    event: 'DharmaGovernance.ProposalCreated',
    isAbout: (fields) => Number(fields.id) === details.proposalId,
    read: (fields, { at }) => ({
      address: fields.target,
      by: fields.proposer,
      textHash: fields.reasonHash,
      details: {
        proposalId: Number(fields.id),
        action: fields.action,
        title: fields.title,
        rank: fields.rank,
        isAppeal: fields.isAppeal,
        createdAt: at,
        votingEndsAt: toSeconds(fields.votingEndsAt),
      },
    }),
  }),
  vote: ({ details, entry }) => ({
    event: 'DharmaGovernance.VoteCast',
    isAbout: (fields) => isEventOfVote({ ...details, voter: entry.by }, fields),
    read: (fields, { at }) => ({
      by: fields.voter,
      details: {
        proposalId: Number(fields.id),
        support: fields.support,
        sequence: Number(fields.sequence),
        score: Number(fields.scoreTenths) / 10,
        evidenceHash: fields.evidenceHash,
        castAt: at,
      },
    }),
  }),
  execution: ({ details }) => ({
    event: 'DharmaGovernance.ProposalExecuted',
    isAbout: (fields) => Number(fields.id) === details.proposalId,
    read: ({ id, action, target }, { at }) => ({
      address: target,
      details: { proposalId: Number(id), action, executedAt: at },
    }),
  }),
  freeze: (_, { address }) => ({
    event: 'DharmaProtection.Frozen',
    isAbout: (fields) => fields.address === address,
    read: ({ freezeNumber, proposalId, since }, { at: renewedAt }) => {
      const numbers = { number: Number(freezeNumber), proposalId: Number(proposalId) }
      return { details: { ...numbers, since: toSeconds(since), renewedAt } }
    },
  }),
  appeal: ({ details }, { address }) => ({
    event: 'DharmaProtection.AppealOpened',
    isAbout: (fields) => fields.address === address && Number(fields.id) === details.appealId,
    read: ({ id, flagNumber, freezeNumber, reasonHash, deadline }, { at: openedAt }) => ({
      textHash: reasonHash,
      details: {
        appealId: Number(id),
        against: flagNumber === null ? 'freeze' : 'flag',
        number: Number(flagNumber ?? freezeNumber),
        openedAt,
        deadline: toSeconds(deadline),
      },
    }),
  }),
}

/** The exact inputs behind an accusation; `null` where the engine here does not know the version. */
const judge = (file: EvidenceFile): ParsedEvidence | null => {
  const read = parseAndJudgeEvidence(file)
  return 'path' in read ? null : read
}

/** Builds the checks that what the accusations cite is on the chain. */
function buildEvidenceChecks({ file: { evidence } }: ParsedCase, flow: FlowReader): Check[] {
  const all = evidence.map((file) => ({ file, evidence: judge(file) }))
  return [
    {
      claim: `The chain has the ${pluralize(countCitations({ evidence }), 'citation')} of the accusations, and each shows what it is cited for.`,
      find: () =>
        findFirstIn(all, ({ file, evidence: judged }) =>
          findFirstFalseCitation({ file, judgement: judged?.judgement ?? null }, flow),
        ),
    },
    {
      claim:
        'The last block that each score covers has its time, and the account held the NFTs that the inputs state.',
      find: () =>
        findFirstIn(
          all,
          async (one) =>
            (await findAccountOrBlockDifference(one, flow)) ??
            (one.evidence && (await findFalseHoldings(one.evidence, flow))),
        ),
    },
  ]
}

/** Counts what the inputs of a case cite. */
export const countCitations = ({ evidence }: Pick<ParsedCase['file'], 'evidence'>): number =>
  evidence.reduce((sum, file) => sum + listCitations({ file, judgement: null }).length, 0)

/** Returns the first difference, with its path in the case; else the last other finding. */
async function findFirstIn<T>(
  all: readonly T[],
  find: (one: T) => Promise<Finding>,
): Promise<Finding> {
  let other: Finding = null
  for (const [index, one] of all.entries()) {
    const finding = await find(one)
    if (finding !== null && 'expected' in finding) {
      const path: string = `evidence[${index}].${(finding as Difference).path}`
      return { ...finding, path }
    }
    other = finding ?? other
  }
  return other
}
