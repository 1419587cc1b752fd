import { getCase, listCases } from '@app/api/routes/cases.ts'
import { toAddress } from '@app/values/address.ts'
import { listCases as readCases } from '../../cases/read-case.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadCaseFile, toCaseSummary } from './load-case-file.ts'

/** Mounts the routes that read cases. */
export function mountCaseRoutes(api: Api): void {
  mountRoute(api, { route: listCases }, async ({ query }) => {
    const { limit = DEFAULT_LIMIT, cursor } = query
    const address = query.address === undefined ? undefined : toAddress(query.address)
    const before = cursor === undefined ? undefined : Number(cursor)
    const isDecidedByVote = query.decidedBy === 'people'
    const rows = await readCases(api.context.db, { limit, address, isDecidedByVote, before })
    const last = rows.length === limit ? rows.at(-1) : undefined
    const meta = await loadResponseMeta(api)
    const next = last && { nextCursor: String(last.change_seq) }
    return { data: rows.map(toCaseSummary), meta: { ...meta, ...next } }
  })
  mountRoute(api, { route: getCase }, async ({ params, query }) => {
    const data = await loadCaseFile(api.context, toAddress(params.address), params.caseId)
    if (data === null) throw new ApiFailure('case_not_found')
    return query.meta === 'false' ? { data } : { data, meta: await loadResponseMeta(api) }
  })
}

const DEFAULT_LIMIT = 50
