import { getProposal, listProposals } from '@app/api/routes/governance.ts'
import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadProposalDetail, loadProposalList } from './to-proposal.ts'

/** Mounts the routes that read proposals. */
export function mountProposalRoutes(api: Api): void {
  mountRoute(api, { route: listProposals }, async () => {
    const data = await loadProposalList(api.context)
    return { data, meta: { ...(await loadResponseMeta(api)), counts: countByStatus(data) } }
  })
  mountRoute(api, { route: getProposal }, async ({ params }) => {
    const data = await loadProposalDetail(api.context, Number(params.id))
    if (data === null) throw createUnknownProposalFailure(params.id)
    return { data, meta: await loadResponseMeta(api) }
  })
}

const createUnknownProposalFailure = (id: string) =>
  new ApiFailure('proposal_not_found', { message: `There is no proposal ${id}.` })

function countByStatus(proposals: readonly Proposal[]): Record<string, number> {
  const counts: Record<string, number> = { total: proposals.length }
  for (const { status } of proposals) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
