import {
  type ArchivedProposal,
  type ArchivedVote,
  type SignedMessage,
  type VoteArchive,
  VoteArchiveSchema,
} from '@app/api/schemas/vote-archive.ts'
import type { GovernanceAction } from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { toAddress } from '@app/values/address.ts'
import { isWithheldSentence } from '@app/values/withheld.ts'
import { Allowed, refuse } from '../check.ts'
import { createFileFormat } from '../create-file-format.ts'
import type { PlacedMessage } from '../signatures.ts'
import { rebuildMessage } from '../signed-texts.ts'
import { type Count, countAgain } from './count-again.ts'

/** Parses a value as a vote archive. Throws `InvalidFileError` with the first invalid field. */
export const parseVoteArchive = createFileFormat(VoteArchiveSchema, 'a vote archive')

/** A signed message, and the transaction that carried it. */
interface ArchivedMessage extends PlacedMessage {
  receipt: ArchivedVote['receipt']
}

/** Lists the signed messages: of each proposal, then of its votes. Those of appeals are not in an archive. */
export const listMessages = ({ proposals }: VoteArchive): ArchivedMessage[] =>
  proposals.flatMap(({ message, receipt, proposer, votes }, index) => {
    const path = `proposals[${index}]`
    const ofVotes = votes.map((vote, place) => ({
      ...{ path: `${path}.votes[${place}].message`, message: vote.message },
      ...{ signer: toAddress(vote.voter), receipt: vote.receipt },
    }))
    if (message === null) return ofVotes
    return [{ path: `${path}.message`, message, signer: toAddress(proposer), receipt }, ...ofVotes]
  })

/** Builds again what follows from the other fields of a file: texts, hashes, which votes count, and the sums. */
export const rebuildArchive = (archive: VoteArchive): object => ({
  ...archive,
  contract: getContractAddress('DharmaGovernance', archive.network),
  proposals: archive.proposals.map((proposal) => ({
    ...proposal,
    ...rebuildTerms(archive, proposal),
    ...rebuildVotes(archive, proposal),
  })),
})

const parseAction = ({ action, targetAddress, title }: ArchivedProposal) =>
  parseProposalTitle({ action, target: toAddress(targetAddress), title })

/** What was proposed, and why. */
function rebuildTerms(archive: VoteArchive, proposal: ArchivedProposal): object {
  const { isReasonWithheld, reason, reasonHash, title } = proposal
  const action = parseAction(proposal)
  return {
    title: action === null ? refuse("the contract's title of this action") : title,
    ...getNamedNumbers(action),
    reason: isReasonWithheld === true ? WITHHELD : reason,
    reasonHash: isReasonWithheld === true ? reasonHash : hashReason(reason),
    message: rebuildOwnMessage(archive, proposal, action),
  }
}

/** Returns the flag and the freeze that a proposal names, as its title states them. */
function getNamedNumbers(action: GovernanceAction | null) {
  const flag = action?.name === 'unfreeze' ? action.flagNumber : null
  const freeze = action === null || action.name === 'freeze' ? null : action.freezeNumber
  return {
    flagNumber: flag === null ? undefined : Number(flag),
    freezeNumber: freeze === null ? undefined : Number(freeze),
  }
}

const WITHHELD = new Allowed('since when and why the operator withholds it', (found) =>
  isWithheldSentence(String(found)),
)

/** An appeal has a message of another kind, which is not in the file. */
function rebuildOwnMessage(
  archive: VoteArchive,
  { isAppeal, message, proposer: signer, reasonHash }: ArchivedProposal,
  action: GovernanceAction | null,
): unknown {
  if (isAppeal) return null
  if (message === null) return refuse('the signed message of the proposer')
  const content = action && ({ kind: 'proposal', action, reasonHash } as const)
  return rebuildMessage(message, { ...toSigned(archive, message), signer, content })
}

const toSigned = ({ contract, network }: VoteArchive, { sequence }: SignedMessage) => ({
  ...{ contract, network, sequence },
})

/** What was voted, and what follows. */
function rebuildVotes(archive: VoteArchive, proposal: ArchivedProposal): object {
  const { id, execution } = proposal
  const action = parseAction(proposal)
  const cast = proposal.votes.map(({ voter, support, message: { sequence } }) => ({
    ...{ voter, support, sequence },
  }))
  const count = countAgain(proposal, cast)
  const { sums, result } = count
  const votes = proposal.votes.map((vote, index) => {
    const { message, voter: signer, support } = vote
    const votes = action && [{ proposalId: BigInt(id), action, support }]
    const content = votes && ({ kind: 'vote', votes } as const)
    const rebuilt = rebuildMessage(message, { ...toSigned(archive, message), signer, content })
    return { ...vote, message: rebuilt, isCounted: count.isCounted[index] }
  })
  const because = `, with ${sums.votesFor} For and ${sums.votesAgainst} Against`
  return {
    votes,
    ...sums,
    execution: execution === null || result === 'approved' ? execution : refuse(`null${because}`),
    status: allowStatus(proposal, count, because),
  }
}

/** The statuses that the votes allow; which one it is follows from the time, and from what else happened. */
function allowStatus(
  { execution }: ArchivedProposal,
  { sums, result }: Count,
  because: string,
): Allowed {
  const open = sums.votesFor + sums.votesAgainst === 0 ? 'pending' : 'active'
  const statuses = execution === null ? [...new Set([open, result, 'expired'])] : ['executed']
  const isAllowed = (found: unknown) => statuses.includes(String(found))
  return new Allowed(`${statuses.join(' or ')}${because}`, isAllowed)
}
