import { exportCaseAsErc1497, getCase } from '@app/api/routes/cases.ts'
import { buildSuccessSchema } from '@app/api/schemas/envelope.ts'
import { toAddress } from '@app/values/address.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildErc1497 } from './build-erc-1497.ts'
import { loadCaseFile } from './load-case-file.ts'

const BODY: Record<string, unknown> = { ...buildSuccessSchema(getCase.data) }

/** Mounts the export of a case for an outside court. */
export function mountErc1497Route(api: Api): void {
  mountRoute(api, { route: exportCaseAsErc1497 }, async ({ params }, request, reply) => {
    const { address, caseId } = params
    const data = await loadCaseFile(api.context, toAddress(address), caseId)
    if (data === null) throw new ApiFailure('case_not_found')
    const path = `/v1/cases/${data.address}/${encodeURIComponent(caseId)}?meta=false`
    // The same serializer writes the answer of that address.
    const fileBytes = reply.serializeInput({ data }, BODY)
    const fileUri = `${request.protocol}://${request.host}${path}`
    return { data: buildErc1497(data, { fileUri, fileBytes }) }
  })
}
