import { castVote, createProposal } from '@app/api/routes/governance.ts'
import { toAddress } from '@app/values/address.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { checkVoter } from '../consent/check-eligibility.ts'
import { findProposalId, isVoteMirrored } from '../consent/read-mirrored.ts'
import { relayMessage, requireWallet, toRelayRequest } from '../consent/relay-message.ts'
import { relayVote } from '../consent/relay-vote.ts'
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
    const message = 'Connect your wallet to vote'
    const wallet = requireWallet(api, request, { wallet: body.wallet, message })
    const vote = { proposalId: Number(params.id), support: body.support }
    const signed = toRelayRequest(wallet, { kind: 'vote', ...vote })
    const { address, sequence } = signed
    const signal = AbortSignal.timeout(api.limits.responseTimeoutMs)
    const { txId, isIndexed } = await relayVote(api, signed, {
      signal,
      checkSubject: () => requireOpen(api, vote.proposalId),
      checkSigner: () => checkVoter(api, { ...vote, address }, signal),
    })
    const key = { ...vote, voter: address, sequence }
    const findVote = async () => ((await isVoteMirrored(api.context, key)) ? true : null)
    const isMirrored = isIndexed && (await waitForMirror(api, findVote, signal)) !== null
    const data = { ...(await requireProposal(api, vote.proposalId)), txId }
    return { data, isAccepted: !isMirrored, meta: await loadResponseMeta(api) }
  })
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
