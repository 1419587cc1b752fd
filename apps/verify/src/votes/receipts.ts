import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type Difference, findFirstDifference } from '../check.ts'
import {
  createTransactionReader,
  type EventClaim,
  findClaimDifference,
  isEventOfVote,
  readLastSums,
  type SealedTransaction,
  toNumber,
  toSeconds,
} from '../on-chain.ts'
import { listMessages } from './archive-entries.ts'

/** Checks that each receipt is of a sealed transaction whose event of the contract states the same, and the sums. */
export async function findReceiptDifference(
  archive: VoteArchive,
  flow: FlowReader,
): Promise<Difference | null> {
  const read = createTransactionReader(flow)
  const { network, proposals } = archive
  const found = await findClaimDifference(listClaims(archive), network, read)
  if ('path' in found) return found
  for (const [index, { id: proposalId, votes, votesFor, votesAgainst }] of proposals.entries()) {
    const cast = votes.map(({ voter, message: { sequence }, receipt: { txId } }) => ({
      ...{ txId, proposalId, voter, sequence },
    }))
    const reported = await readLastSums(cast, network, read)
    const stated = { votesFor, votesAgainst }
    const difference = findFirstDifference(`proposals[${index}]`, reported ?? stated, stated)
    if (difference !== null) return difference
  }
  return null
}

/** Lists what the file states about events: of its proposals, their votes, the messages, and the executions. */
export function listClaims(archive: VoteArchive): EventClaim[] {
  const { proposals } = archive
  const listed = proposals.map((proposal, index) => ({ proposal, path: `proposals[${index}]` }))
  return [
    ...listed.map(({ proposal, path }): EventClaim => {
      const { id, receipt, isReasonWithheld } = proposal
      return {
        ...locate(path, proposal, receipt),
        event: 'DharmaGovernance.ProposalCreated',
        isAbout: (fields) => Number(fields.id) === id,
        read: (fields, transaction) => ({
          id: Number(fields.id),
          action: fields.action,
          targetAddress: fields.target,
          flagNumber: toNumber(fields.flagNumber),
          freezeNumber: toNumber(fields.freezeNumber),
          proposer: fields.proposer,
          rank: fields.rank,
          isAppeal: fields.isAppeal,
          title: fields.title,
          // Of a withheld reason, the file has only the hash.
          ...(isReasonWithheld !== true && { reason: fields.reason }),
          reasonHash: fields.reasonHash,
          votingEndsAt: toSeconds(fields.votingEndsAt),
          receipt: toReceipt(transaction),
        }),
      }
    }),
    ...listed.flatMap(({ proposal, path }) =>
      proposal.votes.map((vote, index): EventClaim => {
        const { voter, message, receipt } = vote
        const own = { proposalId: proposal.id, voter, sequence: message.sequence }
        return {
          ...locate(`${path}.votes[${index}]`, vote, receipt),
          event: 'DharmaGovernance.VoteCast',
          isAbout: (fields) => isEventOfVote(own, fields),
          read: (fields, transaction) => ({
            voter: fields.voter,
            support: fields.support,
            score: Number(fields.scoreTenths) / 10,
            evidenceHash: fields.evidenceHash,
            publisher: fields.publisher,
            message: { ...message, sequence: Number(fields.sequence) },
            receipt: toReceipt(transaction),
          }),
        }
      }),
    ),
    ...listMessages(archive).map(
      ({ path, series, signer, message, receipt }): EventClaim => ({
        ...locate(path.replace(/\.message$/, ''), { message }, receipt),
        event: 'DharmaConsent.Accepted',
        isAbout: ({ address, series: own, sequence }) =>
          address === signer && own === series && Number(sequence) === message.sequence,
        read: ({ validUntil }) => ({ message: { ...message, validUntil: Number(validUntil) } }),
      }),
    ),
    ...listed.flatMap(({ proposal: { id, execution }, path }): EventClaim[] =>
      execution === null
        ? []
        : [
            {
              ...{ path: `${path}.execution`, stated: execution },
              ...{ txPath: `${path}.execution.txId`, txId: execution.txId },
              event: 'DharmaGovernance.ProposalExecuted',
              isAbout: (fields) => Number(fields.id) === id,
              read: (_, transaction) => toReceipt(transaction),
            },
          ],
    ),
  ]
}

const locate = (path: string, stated: object, { txId }: { txId: string }) => ({
  path,
  stated,
  txPath: `${path}.receipt.txId`,
  txId,
})

const toReceipt = ({ txId, height, at }: SealedTransaction) => ({ txId, height, at })
