import { randomBytes } from 'node:crypto'
import { buildUrl } from '@app/api/client/client.ts'
import { stateAsOwner } from '@app/api/routes/cases.ts'
import type { FailureCode } from '@app/api/routes/failures.ts'
import { createMessage } from '@app/api/routes/messages.ts'
import type { Route } from '@app/api/routes/route.ts'
import { createNonce, createSession } from '@app/api/routes/session.ts'
import type { MessageContent } from '@app/api/schemas/message.ts'
import type { Address } from '@app/values/address.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import {
  MAX_SUBSCRIPTIONS,
  type NewSubscription,
  writeSubscription,
} from '../../alerts/subscriptions/write-subscription.ts'
import { MAX_WATCHED, writeWatch } from '../../alerts/subscriptions/write-watch.ts'
import {
  addUnconfirmedWebhook,
  addWebhook,
  type CreatedWebhook,
} from '../../alerts/testing/add-webhook.ts'
import { writeOwnerStatement } from '../../cases/write-owner-statement.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import { toTestAddress } from '../../testing/ledger.ts'
import { buildValidRequest, TEST_ACCOUNT, TEST_CASE_ID } from './build-valid-request.ts'
import { CLOSED_PROPOSAL } from './insert-governance.ts'
import type { TestApi } from './open-test-api.ts'
import { buildSignedRequest, type SignedChanges, takesWallet } from './sign-request.ts'

export const WEB = 'http://localhost:3000'
export const EVIL = 'https://evil.example'

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

const askValid: Trigger = (route, api) => api.app.inject(buildValidRequest(route))

const WEBHOOK = { owner: TEST_ACCOUNT, url: 'https://example.org/' }

/** Ways to cause the failures of alerts for the wallet that is logged in. */
const ALERT_FAILURE_TRIGGERS: Partial<Record<FailureCode, Trigger>> = {
  alert_not_found: askValid,
  webhook_not_found: askValid,
  not_watched: (route, api) => {
    const payload = { url: WEBHOOK.url, addresses: [toTestAddress(2)] }
    return api.app.inject({ ...buildValidRequest(route), payload })
  },
  webhook_url_refused: (route, api) =>
    api.app.inject({ ...buildValidRequest(route), payload: { url: 'http://example.org/' } }),
  webhook_not_confirmed: async (route, api) =>
    await askAbout(route, api, await addUnconfirmedWebhook(api.context, WEBHOOK)),
  subscription_not_found: askValid,
  subscription_refused: (route, api) => {
    const payload = { channel: 'chat', url: 'https://example.org/' }
    return api.app.inject({ ...buildValidRequest(route), payload })
  },
  subscription_not_confirmed: async (route, api) => await askAbout(route, api, await addChat(api)),
  code_refused: async (route, api) => await askAbout(route, api, await addChat(api)),
  too_many_subscriptions: async (route, api) => {
    for (let number = 0; number < MAX_SUBSCRIPTIONS; number += 1) await addPush(api, number)
    return await withCleanTables(api, () => askValid(route, api))
  },
  delivery_not_found: async (route, api) => {
    const isWebhook = route.url.startsWith('/v1/webhooks')
    const added = isWebhook ? addWebhook(api.context, WEBHOOK) : addPush(api, 0)
    return await askAbout(route, api, await added)
  },
  watch_list_full: async (route, api) => {
    for (let number = 0; number < MAX_WATCHED; number += 1) {
      const address = toTestAddress(1_000 + number)
      await writeWatch(api.context, { owner: TEST_ACCOUNT, address, sinceMs: 0 })
    }
    return await withCleanTables(api, () => askValid(route, api))
  },
  too_many_webhooks: async (route, api) => {
    for (let number = 0; number < MAX_SUBSCRIPTIONS; number += 1) {
      await addUnconfirmedWebhook(api.context, WEBHOOK)
    }
    const request = { ...buildValidRequest(route), payload: { url: WEBHOOK.url } }
    return await withCleanTables(api, () => api.app.inject(request))
  },
}

const addChat = (api: TestApi) =>
  addSubscription(api, { channel: 'chat', url: 'https://discord.com/api/webhooks/1/a' })

const addPush = (api: TestApi, number: number) =>
  addSubscription(api, {
    channel: 'push',
    url: `https://fcm.googleapis.com/fcm/send/${number}`,
    isConfirmed: true,
  })

async function addSubscription(
  { context }: TestApi,
  subscription: Pick<NewSubscription, 'channel' | 'url' | 'isConfirmed'>,
) {
  const fixed = { owner: TEST_ACCOUNT, secret: '', addresses: null, sinceMs: 0 }
  const id = await writeSubscription(context, { ...fixed, ...subscription })
  return { id: id ?? 0 }
}

async function askAbout(route: Route, api: TestApi, webhook: Pick<CreatedWebhook, 'id'>) {
  const params = { id: String(webhook.id), deliveryId: '1' }
  const request = { ...buildValidRequest(route), url: buildUrl(route, { params }) }
  return await withCleanTables(api, () => api.app.inject(request))
}

/** Removes what a trigger has added, for those after it. */
async function withCleanTables<Answer>(
  { context }: TestApi,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } finally {
    await context.pool.query('truncate alert_watch, alert_subscription')
  }
}

const OTHER_CASE = 'another-case'
const HASH = 'a'.repeat(64)

/** Ways to cause the failures of appeals, statements and cases, on an indexed API. */
const CASE_FAILURE_TRIGGERS: Partial<Record<FailureCode, Trigger>> = {
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

/** Ways to cause the failures of alerts, of cases, and of routes that take a signature or a cookie, on an indexed API. */
export const INDEXED_FAILURE_TRIGGERS: Partial<Record<FailureCode, Trigger>> = {
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
  validity_too_long: (route, api) =>
    askSigned({ validUntil: api.governance.now + 8 * 86_400 })(route, api),
  sequence_refused: askSigned({ sequence: 5_000 }),
  not_eligible: (route, api) =>
    withGovernance(api, { ineligibility: 'it is frozen' }, () => askToVote(route, api)),
  already_open: (route, api) =>
    withGovernance(api, { openOnTopic: 7 }, () => api.app.inject(withProposalContent(route, api))),
  proposal_refused: (route, api) =>
    withGovernance(api, { proposalProblem: 'There is nothing to recover' }, () =>
      api.app.inject(withProposalContent(route, api)),
    ),
  ...ALERT_FAILURE_TRIGGERS,
  ...CASE_FAILURE_TRIGGERS,
  proposal_not_found: (route, api) => askForUnknownProposal(route, api),
  voting_closed: (route, api) =>
    takesWallet(route)
      ? askSigned({ proposalId: CLOSED_PROPOSAL })(route, api)
      : withGovernance(api, { ineligibility: 'proposal 2 is expired' }, () =>
          askToVote(route, api),
        ),
}

/** Votes, or asks for the text of a vote. */
const askToVote: Trigger = (route, api) =>
  takesWallet(route) ? askSigned({})(route, api) : api.app.inject(buildValidRequest(route))

/** Asks for what needs a publication first: a vote by an old record, a flag by a wallet without one. */
export const askNeedingPublication: Trigger = (route, api) =>
  withGovernance(
    api,
    {
      ineligibility: 'the score of 0x07 was published more than 24 hours ago',
      ownRecord: { ageSeconds: 100_000, refreshScore: 0 },
      isScorePublished: false,
    },
    () => api.app.inject(buildCompleteRequest(route, api)),
  )

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
  const content = { kind: 'proposal', action: 'freeze', targetAddress, reasonHash }
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
