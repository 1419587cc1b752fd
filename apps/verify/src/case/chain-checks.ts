import type { CaseEntryKind, CaseFile } from '@app/api/schemas/case.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { toIsoTime } from '@app/values/time.ts'
import { type Check, type Finding, findFirstDifference, pluralize } from '../check.ts'
import {
  findAccountOrBlockDifference,
  findFalseHoldings,
  findFirstFalseCitation,
} from '../evidence/chain-checks.ts'
import { type ParsedEvidence, parseAndJudgeEvidence } from '../evidence/evidence.ts'
import {
  createTransactionReader,
  type EventClaim,
  findClaimDifference,
  readLastSums,
  type TransactionReader,
  toSeconds,
  toVoteKey,
} from '../on-chain.ts'
import { findKeyFinding } from '../signatures.ts'
import { type PlacedEntry, selectEntries, toSeconds as toRecordedSeconds } from './case-file.ts'
import { countVotesOn, listMessages } from './rebuild-case.ts'

/** Lists the checks that ask a node. */
export function listChainChecks(file: CaseFile, flow: FlowReader): Check[] {
  const read = createTransactionReader(flow)
  const ids = new Set(file.entries.flatMap(({ txId }) => txId ?? []))
  return [
    {
      claim: `${pluralize(ids.size, 'transaction')} on the chain called the contracts with what the entries state, and reported the same sums of votes.`,
      find: () => findTransactionFinding(file, read),
    },
    {
      claim: 'The keys are those that the accounts of the signers had.',
      find: async () => {
        const messages = listMessages(file).map(async ({ txId, ...message }) => ({
          ...message,
          height: txId === null ? null : (await read(txId)).height,
        }))
        return findKeyFinding(await Promise.all(messages), flow)
      },
    },
    {
      claim:
        'The chain has what the accusations cite, and each transaction shows what it is cited for.',
      find: () => findFirstIn(file, (one) => findFirstFalseCitation(one, flow)),
    },
    {
      claim:
        'The last block that each score covers has its time, and the account held the NFTs that the inputs state.',
      find: () =>
        findFirstIn(
          file,
          async (one) =>
            (await findAccountOrBlockDifference(one, flow)) ?? (await findFalseHoldings(one, flow)),
        ),
    },
  ]
}

/** Undecided where a scheduled transaction of the chain lifted a flag: nodes do not return it by its id. */
async function findTransactionFinding(file: CaseFile, read: TransactionReader): Promise<Finding> {
  const { network, entries } = file
  const claims = entries.flatMap((entry, index) =>
    listClaims(file, { path: `entries[${index}]`, entry }),
  )
  const found = await findClaimDifference(claims, network, read)
  if ('path' in found) return found
  for (const { path, entry } of selectEntries(file, 'proposal')) {
    const { proposalId } = entry.details
    const cast = selectEntries(file, 'vote')
      .filter((vote) => vote.entry.details.proposalId === proposalId)
      .map(({ entry: { txId, by: voter, details } }) => ({ ...details, voter, txId: txId ?? '' }))
    const counted = countVotesOn(file, proposalId)?.sums
    const reported = (await readLastSums(cast, network, read)) ?? counted
    const difference = findFirstDifference(`${path}.votes`, reported, counted)
    if (difference !== null) return difference
  }
  if (found.unread.length === 0) return null
  return {
    because: `The node does not show the events of ${found.unread.join(', ')} by its transaction.`,
  }
}

function listClaims(file: CaseFile, { path, entry }: PlacedEntry<CaseEntryKind>): EventClaim[] {
  // Kind and builder are of the same kind, which the compiler does not relate.
  const build = CLAIMS[entry.kind] as ClaimBuilder<CaseEntryKind> | undefined
  const { txId } = entry
  if (txId === null || build === undefined) return []
  const { read, ...claim } = build(entry, file)
  const isLift = entry.kind === 'lift'
  return [
    {
      ...{ path, stated: { ...entry, address: file.address }, txPath: `${path}.txId`, txId },
      ...claim,
      // The chain itself can schedule a lift, which takes effect before somebody reports it.
      isScheduled: isLift,
      read: (fields, transaction) => ({
        ...(!isLift &&
          toRecordedSeconds(entry) < transaction.at && { at: toIsoTime(transaction.at) }),
        ...read(fields, transaction),
      }),
    },
  ]
}

type ClaimBuilder<K extends CaseEntryKind> = (
  entry: PlacedEntry<K>['entry'],
  file: CaseFile,
) => Pick<EventClaim, 'event' | 'about' | 'read'>

/** What the entries of each kind state about an event. */
const CLAIMS: { readonly [K in CaseEntryKind]?: ClaimBuilder<K> } = {
  flag: (_, { address, caseId }) => ({
    event: 'DharmaProtection.Flagged',
    about: { address, caseId },
    read: ({ flagNumber, reasonCode, flagger, reasonHash }, { at }) => ({
      by: flagger,
      details: { number: Number(flagNumber), reasonCode, flagger, reasonHash },
      at: toIsoTime(at),
    }),
  }),
  lift: (_, { address, caseId }) => ({
    event: 'DharmaProtection.FlagLifted',
    about: { address, caseId },
    read: ({ flagNumber, cause }) => ({ details: { number: Number(flagNumber), cause } }),
  }),
  proposal: ({ details }) => ({
    event: 'DharmaGovernance.ProposalCreated',
    about: { id: details.proposalId },
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
  vote: ({ details, by }) => ({
    event: 'DharmaGovernance.VoteCast',
    about: toVoteKey({ ...details, voter: by }),
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
    about: { id: details.proposalId },
    read: ({ id, action, target }, { at }) => ({
      address: target,
      details: { proposalId: Number(id), action, executedAt: at },
    }),
  }),
  freeze: (_, { address }) => ({
    event: 'DharmaProtection.Frozen',
    about: { address },
    read: ({ freezeNumber, proposalId, since }, { at: renewedAt }) => {
      const numbers = { number: Number(freezeNumber), proposalId: Number(proposalId) }
      return { details: { ...numbers, since: toSeconds(since), renewedAt } }
    },
  }),
  appeal: ({ details }, { address }) => ({
    event: 'DharmaProtection.AppealOpened',
    about: { address, id: details.appealId },
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

/**
 * Returns the first difference in the inputs, with its path in the case; else the last other finding. Those of a version
 * that the engine here does not know are undecided before.
 */
async function findFirstIn(
  { evidence }: CaseFile,
  find: (evidence: ParsedEvidence) => Promise<Finding>,
): Promise<Finding> {
  let other: Finding = null
  for (const [index, file] of evidence.entries()) {
    const parsed = parseAndJudgeEvidence(file)
    const finding = 'path' in parsed ? null : await find(parsed)
    if (finding !== null && 'expected' in finding) {
      return { ...finding, path: `evidence[${index}].${finding.path}` }
    }
    other = finding ?? other
  }
  return other
}
