import { getProposal, listProposals } from '@app/api/routes/governance.ts'
import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadProposalDetail, loadProposalList } from './to-proposal.ts'

/** Mounts the routes that read proposals. */
export function mountProposalRoutes(api: Api): void {
  mountRoute(api, { route: listProposals }, async ({ query }) => {
    const all = await loadProposalList(api.context)
    const meta = { ...(await loadResponseMeta(api)), counts: countByStatus(all) }
    const { data, nextCursor } = selectPage(all, query)
    return { data, meta: { ...meta, ...(nextCursor !== undefined && { nextCursor }) } }
  })
  mountRoute(api, { route: getProposal }, async ({ params }) => {
    const data = await loadProposalDetail(api.context, Number(params.id))
    if (data === null) throw createUnknownProposalFailure(params.id)
    return { data, meta: await loadResponseMeta(api) }
  })
}

interface Page {
  limit?: number
  /** The number of the last proposal of the previous page. */
  cursor?: string
}

function selectPage(
  proposals: readonly Proposal[],
  { limit = proposals.length, cursor }: Page,
): { data: Proposal[]; nextCursor: string | undefined } {
  const rest = proposals.filter(({ id }) => cursor === undefined || id < Number(cursor))
  const data = rest.slice(0, limit)
  const last = data.at(-1)
  const hasMore = rest.length > data.length && last !== undefined
  return { data, nextCursor: hasMore ? String(last.id) : undefined }
}

const createUnknownProposalFailure = (id: string) =>
  new ApiFailure('proposal_not_found', { message: `There is no proposal ${id}.` })

function countByStatus(proposals: readonly Proposal[]): Record<string, number> {
  const counts: Record<string, number> = { total: proposals.length }
  for (const { status } of proposals) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
