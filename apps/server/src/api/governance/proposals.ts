import {
  castVote,
  castVotes,
  createProposal,
  getProposal,
  listProposals,
} from '@app/api/routes/governance.ts'
import type { WalletSignature } from '@app/api/schemas/proposal.ts'
import { toAddress } from '@app/values/address.ts'
import type { FastifyRequest } from 'fastify'
import type { SubmittedVote } from '../../db/tables/agent-tables.ts'
import { isOpen } from '../../governance/read-proposals.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { checkVoter } from '../consent/check-eligibility.ts'
import { buildUnknownProposal, requireProposable } from '../consent/load-consent-content.ts'
import {
  areVotesMirrored,
  readOpenedProposalId,
  relayMessage,
  relayVote,
  requireSigned,
  toVotes,
  waitForMirror,
} from '../consent/relay-message.ts'
import { formatCursor } from '../http/list-cursor.ts'
import { mountData, mountRoute, mountSerializedRoute } from '../http/mount-route.ts'
import { negotiateEncoding, sendEncoded } from '../http/negotiate-response.ts'
import { addDegradedNode, loadResponseMeta } from '../load-response-meta.ts'
import { loadProposal, loadProposalDetail } from './to-proposals.ts'

export function mountProposalRoutes(api: Api): void {
  mountReading(api)
  mountProposing(api)
  mountVoting(api)
}

function mountReading(api: Api): void {
  mountSerializedRoute(api, { route: listProposals }, async ({ query }, request, reply) => {
    const { meta, encode } = await api.governanceReads.readProposalList(query)
    const place = meta.nextCursor
    const nextCursor = place && formatCursor(listProposals, request, place)
    const bound = { ...meta, ...(nextCursor && { nextCursor }) }
    const encoding = negotiateEncoding(request)
    const body = encode(addDegradedNode(bound, api.node), encoding)
    return sendEncoded(body, encoding, reply)
  })
  mountData(api, getProposal, async ({ params }) => {
    const proposal = await loadProposalDetail(api.context, Number(params.id))
    if (proposal === null) throw buildUnknownProposal(params.id)
    return proposal
  })
}

function mountProposing(api: Api): void {
  mountRoute(api, { route: createProposal }, async ({ body }, request) => {
    const message = 'Connect your wallet to create a proposal'
    const { action, reason } = body
    const content = {
      kind: 'proposal',
      action,
      target: toAddress(body.targetAddress),
      reason,
    } as const
    const signal = AbortSignal.timeout(api.limits.responseTimeoutMs)
    const signed = requireSigned(api, request, { wallet: body.wallet, message }, content)
    const subject = { name: action, target: content.target }
    const checkSigner = () => requireProposable(api.context, signed.address, subject)
    const { txId, isIndexed } = await relayMessage(api, signed, { signal, checkSigner })
    const id = isIndexed
      ? await waitForMirror(api, () => readOpenedProposalId(api.context, txId), signal)
      : null
    const proposal = id === null ? null : await loadProposal(api.context, id)
    const meta = await loadResponseMeta(api)
    if (proposal === null) return { data: { txId }, isAccepted: true, meta }
    return { data: { ...proposal, txId }, meta }
  })
}

function mountVoting(api: Api): void {
  mountRoute(api, { route: castVote }, async ({ params, body }, request) => {
    const votes = [{ proposalId: Number(params.id), support: body.support }]
    const { proposals, ...answer } = await castAll(api, request, { votes, wallet: body.wallet })
    const [data] = proposals
    if (data === undefined) throw buildUnknownProposal(params.id)
    return { data, ...answer }
  })
  mountRoute(api, { route: castVotes }, async ({ body }, request) => {
    const votes = toVotes(body.votes, 'votes')
    const { proposals, ...answer } = await castAll(api, request, { votes, wallet: body.wallet })
    return { data: proposals, ...answer }
  })
}

interface SignedVotes {
  votes: SubmittedVote[]
  wallet: WalletSignature | undefined
}

async function castAll(api: Api, request: FastifyRequest, { votes, wallet }: SignedVotes) {
  const message = 'Connect your wallet to vote'
  const signed = requireSigned(api, request, { wallet, message }, { kind: 'vote', votes })
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
  if (proposal === null) throw buildUnknownProposal(id)
  return proposal
}

async function requireOpen(api: Api, id: number): Promise<void> {
  const proposal = await requireProposal(api, id)
  if (isOpen(proposal)) return
  throw new ApiFailure('voting_closed', {
    message: `Voting on proposal ${id} is closed: it is ${proposal.status}.`,
  })
}
