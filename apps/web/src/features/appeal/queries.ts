import type { ApiClient } from '@app/api/client/client.ts'
import { openAppeal } from '@app/api/routes/cases.ts'
import type { RouteResponse } from '@app/api/routes/route.ts'
import type { AppealSubject } from '@app/api/schemas/case/appeal.ts'
import type { WalletSignature } from '@app/api/schemas/governance/proposal.ts'

export interface NewAppeal {
  against: AppealSubject
  reason: string
}

export type AppealResponse = RouteResponse<typeof openAppeal>

export const submitAppeal = (
  api: ApiClient,
  appeal: NewAppeal,
  wallet: WalletSignature,
): Promise<AppealResponse> =>
  api.callWithMeta(openAppeal, {
    body: { ...appeal, wallet },
    idempotencyKey: crypto.randomUUID(),
  })
