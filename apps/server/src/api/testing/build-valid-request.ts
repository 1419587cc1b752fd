import { buildUrl } from '@app/api/client/client.ts'
import { checkWallet } from '@app/api/routes/agent.ts'
import type { Route } from '@app/api/routes/route.ts'
import { getScores } from '@app/api/routes/score.ts'
import type { InjectOptions } from 'fastify'
import { toTestAddress } from '../../testing/ledger.ts'
import { TEST_COOKIE } from './insert-test-session.ts'

/** The case that `insertTestCase` opens. */
export const TEST_CASE_ID = 'test-case'

/** An account of the local network. */
export const TEST_ACCOUNT = toTestAddress(1)

const TEST_EVM_ADDRESS = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'

/** Builds a request that the route accepts, of a wallet that is logged in where it needs one. */
export function buildValidRequest(route: Route): InjectOptions & { url: string } {
  const address = route.url.startsWith('/v1/evm/') ? TEST_EVM_ADDRESS : TEST_ACCOUNT
  const params = { address, id: '1', deliveryId: '1', caseId: TEST_CASE_ID }
  const { required = [] } = (route.query ?? {}) as { required?: string[] }
  const query = required.includes('address') ? { address: TEST_ACCOUNT } : {}
  const request = {
    method: route.method,
    url: buildUrl(route, { params, query }),
    ...(route.auth === 'session' && { headers: { cookie: TEST_COOKIE } }),
  }
  if (route.body === undefined) return request
  return { ...request, payload: buildValidBody(route) }
}

/** The examples of these routes name other accounts than the one that tests prepare. */
const BODIES: ReadonlyMap<string, object> = new Map([
  [checkWallet.operationId, { address: TEST_ACCOUNT }],
  [getScores.operationId, { addresses: [TEST_ACCOUNT] }],
])

const buildValidBody = ({ operationId, bodyExample }: Route): object =>
  BODIES.get(operationId) ?? (bodyExample as object)

/** Builds the valid request of a route with another body. */
export const buildRequestWithBody = (
  route: Route,
  body: string,
  contentType = 'application/json',
) => ({
  ...buildValidRequest(route),
  payload: body,
  headers: { ...buildValidRequest(route).headers, 'content-type': contentType },
})
