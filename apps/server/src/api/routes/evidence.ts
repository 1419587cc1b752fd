import { exportEvidence } from '@app/api/routes/evidence.ts'
import { toAddress } from '@app/values/address.ts'
import { answerMeta } from '../answers/answer-meta.ts'
import { evidenceFile } from '../answers/evidence-file.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'

/** What a score rests on, for anybody to keep and to check. */
export function mountEvidenceRoutes(api: Api): void {
  mountRoute(api, { route: exportEvidence }, async ({ params }) => ({
    data: await evidenceFile(api.context, toAddress(params.address)),
    meta: await answerMeta(api),
  }))
}
