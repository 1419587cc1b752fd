import { castVote, castVotes, createProposal } from '@app/api/routes/governance.ts'
import type { WalletSignature } from '@app/api/schemas/governance/proposal.ts'
import { toAddress } from '@app/values/address.ts'
import type { FastifyRequest } from 'fastify'
import type { RelayedVote } from '../../db/tables/action-payload.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { checkVoter } from '../consent/check-eligibility.ts'
import { areVotesMirrored, findProposalId } from '../consent/read-mirrored.ts'
import { relayMessage, requireWallet, toRelayRequest } from '../consent/relay-message.ts'
import { relayVote } from '../consent/relay-vote.ts'
import { toVotes } from '../consent/to-votes.ts'
import { waitForMirror } from '../consent/wait-for-mirror.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { requirePlainText } from '../input/require-plain-text.ts'
import { loadProposal } from './to-proposal.ts'

/** Mounts the routes that relay signed proposals and votes. */
export function mountGovernanceWriting(api: Api): void {
  mountProposing(api)
  mountVoting(api)
}

function mountProposing(api: Api): void {
  const config = buildRateLimit(api.limits.writesPerMinute)
  mountRoute(api, { route: createProposal, config }, async ({ body }, request) => {
    requirePlainText(body.reason)
    const message = 'Connect your wallet to create a proposal'
    const wallet = requireWallet(api, request, { wallet: body.wallet, message })
    const { action, reason } = body
    const content = {
      kind: 'proposal',
      action,
      target: toAddress(body.targetAddress),
      reason,
    } as const
    const signal = AbortSignal.timeout(api.limits.responseTimeoutMs)
    const { txId, isIndexed } = await relayMessage(api, toRelayRequest(wallet, content), { signal })
    const id = isIndexed
      ? await waitForMirror(api, () => findProposalId(api.context, txId), signal)
      : null
    const proposal = id === null ? null : await loadProposal(api.context, id)
    const meta = await loadResponseMeta(api)
    if (proposal === null) return { data: { txId }, isAccepted: true, meta }
    return { data: { ...proposal, txId }, meta }
  })
}

function mountVoting(api: Api): void {
  const config = buildRateLimit(api.limits.writesPerMinute)
  mountRoute(api, { route: castVote, config }, async ({ params, body }, request) => {
    const votes = [{ proposalId: Number(params.id), support: body.support }]
    const { proposals, ...answer } = await castAll(api, request, { votes, wallet: body.wallet })
    const [data] = proposals
    if (data === undefined) throw new ApiFailure('proposal_not_found')
    return { data, ...answer }
  })
  mountRoute(api, { route: castVotes, config }, async ({ body }, request) => {
    const votes = toVotes(body.votes)
    const { proposals, ...answer } = await castAll(api, request, { votes, wallet: body.wallet })
    return { data: proposals, ...answer }
  })
}

interface SignedVotes {
  votes: RelayedVote[]
  wallet: WalletSignature | undefined
}

async function castAll(api: Api, request: FastifyRequest, { votes, wallet }: SignedVotes) {
  const message = 'Connect your wallet to vote'
  const signature = requireWallet(api, request, { wallet, message })
  const signed = toRelayRequest(signature, { kind: 'vote', votes })
  const { address, sequence } = signed
  const ids = votes.map(({ proposalId }) => proposalId)
  const signal = AbortSignal.timeout(api.limits.responseTimeoutMs)
  const { txId, isIndexed } = await relayVote(api, signed, {
    signal,
    checkSubject: async () => void (await Promise.all(ids.map((id) => requireOpen(api, id)))),
    checkSigner: () => checkVoter(api, { ids, address }, signal),
  })
  const key = { ids, voter: address, sequence }
  const findVotes = async () => ((await areVotesMirrored(api.context, key)) ? true : null)
  const isMirrored = isIndexed && (await waitForMirror(api, findVotes, signal)) !== null
  const found = await Promise.all(ids.map((id) => requireProposal(api, id)))
  const proposals = found.map((proposal) => ({ ...proposal, txId }))
  return { proposals, isAccepted: !isMirrored, meta: await loadResponseMeta(api) }
}

async function requireProposal({ context }: Api, id: number) {
  const proposal = await loadProposal(context, id)
  if (proposal === null) throw new ApiFailure('proposal_not_found')
  return proposal
}

async function requireOpen(api: Api, id: number): Promise<void> {
  const { status } = await requireProposal(api, id)
  if (status === 'pending' || status === 'active') return
  throw new ApiFailure('voting_closed', {
    message: `Voting on proposal ${id} is closed: it is ${status}.`,
  })
}
