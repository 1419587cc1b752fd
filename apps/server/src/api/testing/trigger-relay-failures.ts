import { randomBytes } from 'node:crypto'
import { buildUrl } from '@app/api/client/build-url.ts'
import { stateAsOwner } from '@app/api/routes/cases.ts'
import type { FailureCode } from '@app/api/routes/failures/failures.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import type { Route } from '@app/api/routes/route.ts'
import { createNonce, createSession } from '@app/api/routes/session.ts'
import type { Address } from '@app/values/address.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { toTestAddress } from '../../testing/ledger.ts'
import { buildValidRequest } from './build-valid-request.ts'
import type { TestApi } from './open-test-api.ts'
import { buildSignedRequest, type SignedChanges, takesWallet } from './sign-request.ts'
import { ALERT_FAILURE_TRIGGERS } from './trigger-alert-failures.ts'
import { CASE_FAILURE_TRIGGERS } from './trigger-case-failures.ts'

export const WEB = 'http://localhost:3000'
export const EVIL = 'https://evil.example'

/** The proposals that `insertTestProposal` inserted: one open, one closed. */
export const OPEN_PROPOSAL = 1
export const CLOSED_PROPOSAL = 2

let signedCount = 0

/** Builds the valid request of a route, signed and with cookies where that makes a difference. */
export function buildCompleteRequest(route: Route, api: TestApi): InjectOptions & { url: string } {
  if (takesWallet(route)) {
    signedCount += 1
    const isFirst = route.operationId === stateAsOwner.operationId
    return buildSignedRequest(route, api.governance, { sequence: isFirst ? 1 : signedCount })
  }
  const request = buildValidRequest(route)
  if (route.tag !== 'Session') return request
  const cookie = `dharma_session=${randomBytes(32).toString('hex')}`
  return { ...request, headers: { origin: WEB, cookie } }
}

type Trigger = (route: Route, api: TestApi) => Promise<LightMyRequestResponse>

const askSigned: (changes: SignedChanges) => Trigger = (changes) => (route, api) =>
  api.app.inject(buildSignedRequest(route, api.governance, changes))

/** Ways to cause the failures of routes that take a signature or a cookie, on an indexed API. */
export const RELAY_FAILURE_TRIGGERS: Partial<Record<FailureCode, Trigger>> = {
  wallet_required: (route, api) => api.app.inject(buildValidRequest(route)),
  not_signed_in: (route, api) => api.app.inject({ ...buildValidRequest(route), headers: {} }),
  origin_refused: (route, api) =>
    api.app.inject({ ...buildCompleteRequest(route, api), headers: { origin: EVIL } }),
  nonce_refused: (route, api) => api.app.inject(buildCompleteRequest(route, api)),
  signature_refused: (route, api) =>
    takesWallet(route)
      ? askSigned({ changeText: (text) => `${text}!` })(route, api)
      : askForSession(api, api.governance.address),
  message_expired: (route, api) =>
    askSigned({ validUntil: api.governance.now - 3_600 })(route, api),
  sequence_refused: askSigned({ sequence: 5_000 }),
  idempotency_key_reused: async (route, api) => {
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') }
    await askSigned({ sequence: 5_000, headers })(route, api)
    return await askSigned({ sequence: 6_000, headers })(route, api)
  },
  not_eligible: (route, api) =>
    withGovernance(api, { ineligibility: 'it is frozen' }, () => askSigned({})(route, api)),
  proposal_refused: (route, api) =>
    withGovernance(api, { proposalProblem: 'There is nothing to recover' }, () =>
      api.app.inject(withProposalContent(route, api)),
    ),
  ...ALERT_FAILURE_TRIGGERS,
  ...CASE_FAILURE_TRIGGERS,
  proposal_not_found: (route, api) => askForUnknownProposal(route, api),
  voting_closed: askSigned({ proposalId: CLOSED_PROPOSAL }),
}

/** Runs `ask` while the chain is in another state. */
async function withGovernance<Answer>(
  { governance }: TestApi,
  changes: Partial<TestApi['governance']>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const before = { ...governance }
  Object.assign(governance, changes)
  try {
    return await ask()
  } finally {
    Object.assign(governance, before)
  }
}

function askForUnknownProposal(route: Route, api: TestApi): Promise<LightMyRequestResponse> {
  if (takesWallet(route)) return askSigned({ proposalId: 999 })(route, api)
  if (route.method === 'GET') {
    return api.app.inject({ url: buildUrl(route, { params: { id: '999' } }) })
  }
  return withGovernance(api, { target: null }, () => api.app.inject(buildValidRequest(route)))
}

function withProposalContent(route: Route, api: TestApi): InjectOptions {
  if (route.operationId !== createMessage.operationId) return buildCompleteRequest(route, api)
  const targetAddress = toTestAddress(8)
  const reasonHash = 'a'.repeat(64)
  const content = { kind: 'proposal', action: 'recover', targetAddress, reasonHash }
  const payload = { address: api.governance.address, content }
  return { ...buildValidRequest(route), payload }
}

/** Asks for a session of an address with a new nonce and a wrong signature. */
export async function askForSession(
  { app }: TestApi,
  address: Address,
): Promise<LightMyRequestResponse> {
  const issued = await app.inject({ method: 'POST', url: createNonce.url })
  const { nonce } = issued.json().data
  const payload = { ...createSession.bodyExample, address, nonce }
  const headers = { origin: WEB }
  return await app.inject({ method: 'POST', url: createSession.url, payload, headers })
}
