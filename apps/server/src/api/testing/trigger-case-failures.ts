import { buildUrl } from '@app/api/client/build-url.ts'
import { stateAsOwner } from '@app/api/routes/cases.ts'
import type { FailureCode } from '@app/api/routes/failures/failures.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import type { Route } from '@app/api/routes/route.ts'
import type { MessageContent } from '@app/api/schemas/message.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { writeOwnerStatement } from '../../cases/statements/write-owner-statement.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import { buildValidRequest, TEST_ACCOUNT } from './build-valid-request.ts'
import { TEST_CASE_ID } from './insert-test-case.ts'
import type { TestApi } from './open-test-api.ts'
import { buildSignedRequest } from './sign-request.ts'

type Trigger = (route: Route, api: TestApi) => Promise<LightMyRequestResponse>

const OTHER_CASE = 'another-case'
const HASH = 'a'.repeat(64)

/** Ways to cause the failures of appeals, statements and cases, on an indexed API. */
export const CASE_FAILURE_TRIGGERS: Partial<Record<FailureCode, Trigger>> = {
  appeal_refused: (route, api) => {
    const against = { flagNumber: 9 }
    const content = { kind: 'appeal', against, reasonHash: HASH } as const
    const request =
      route.operationId === createMessage.operationId
        ? withContent(route, content)
        : buildSignedRequest(route, api.governance, { body: { against } })
    return api.app.inject(request)
  },
  case_not_found: (route, api) => {
    if (route.operationId === createMessage.operationId) {
      const content = { kind: 'owner statement', caseId: OTHER_CASE, textHash: HASH } as const
      return api.app.inject(withContent(route, content))
    }
    if (route.operationId === stateAsOwner.operationId) {
      return api.app.inject(buildSignedRequest(route, api.governance, { caseId: OTHER_CASE }))
    }
    return api.app.inject(
      buildUrl(route, { params: { address: TEST_ACCOUNT, caseId: OTHER_CASE } }),
    )
  },
  statement_refused: async (route, api) => {
    await stateToday(api)
    try {
      return await api.app.inject(buildSignedRequest(route, api.governance, { sequence: 2 }))
    } finally {
      await api.context.pool.query('truncate case_owner_statement')
    }
  },
}

const withContent = (route: Route, content: MessageContent): InjectOptions => ({
  ...buildValidRequest(route),
  payload: { address: TEST_ACCOUNT, content },
})

async function stateToday({ context, governance }: TestApi): Promise<void> {
  const tip = await loadIndexedTip(context)
  await writeOwnerStatement(context, {
    address: governance.address,
    caseId: TEST_CASE_ID,
    text: 'It was me.',
    textHash: HASH,
    atMs: tip?.timeMs ?? 0,
    message: { text: 'signed', sequence: 1, validUntil: 60, signatures: [] },
  })
}
