import { exportEvidence } from '@app/api/routes/evidence.ts'
import { toAddress } from '@app/values/address.ts'
import { loadEvidenceFile } from '../answers/load-evidence-file.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'

/** Mounts the route that exports the evidence file of a score. */
export function mountEvidenceRoutes(api: Api): void {
  mountRoute(api, { route: exportEvidence }, async ({ params }) => ({
    data: await loadEvidenceFile(api.context, toAddress(params.address)),
    meta: await loadResponseMeta(api),
  }))
}
