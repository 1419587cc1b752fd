/** The sentence of every failure that the API returns, by its HTTP status and its stable code. */
const SENTENCES = {
  400: {
    invalid_address: 'Invalid Flow address format. Must be 0x followed by 16 hex characters.',
    invalid_evm_address:
      'Invalid EVM address format. Must be 0x followed by 40 hex characters; with 16 it is a Flow account: see /v1/score.',
    invalid_request: 'The request is not valid. The details name each field and what to do.',
    invalid_json:
      'The body is not valid JSON. Send one JSON object, or no body where none is asked for.',
    malformed_request:
      'The request could not be read. Check the URL, its percent-encoding and the headers.',
    webhook_url_refused:
      'This URL cannot be a webhook: it must begin with https:// and be on the public internet.',
  },
  401: {
    wallet_required: 'Connect your wallet to do this.',
    not_signed_in: 'You are not logged in, or the session has ended. Log in with your wallet.',
  },
  403: {
    prefetch_refused: 'A score is published only on request, not when a browser prefetches a page.',
    cross_site_refused:
      'A score is not published at the request of another website. Ask for it in the app.',
    origin_refused:
      'This website may not act for a wallet here. Use the app, or call without an Origin.',
    nonce_refused:
      'This nonce is unknown, was used already, or is older than 5 minutes. Get a new one.',
    signature_refused: 'The signature does not belong to this message and wallet. Sign it again.',
    not_eligible: 'This wallet may not vote on this proposal.',
  },
  404: {
    route_not_found: 'This route does not exist. /docs lists every route of this API.',
    address_not_on_network:
      'This address does not belong to this network. Check it for typing errors.',
    account_not_found: 'No account with this address exists on this network.',
    not_published: 'No score of this address has been published on the chain yet.',
    case_not_found: 'There is no case with this id about this wallet.',
    proposal_not_found: 'There is no proposal with this number.',
    alert_not_found: 'There is no alert with this number in your inbox.',
    webhook_not_found: 'You have no webhook with this number.',
    subscription_not_found: 'You have no subscription with this number.',
    delivery_not_found: 'Nothing with this number can be sent to this webhook again.',
  },
  405: {
    method_not_allowed:
      'This route does not support this method. The Allow header lists those it supports.',
  },
  408: {
    request_timeout: 'The request did not arrive in time. Send it again.',
  },
  409: {
    message_expired: 'The end of validity of the signed message is over. Sign it again.',
    validity_too_long: 'The end of validity of the signed message is too far ahead. Sign it again.',
    sequence_refused: 'The sequence number of the signed message was used already. Sign it again.',
    voting_closed: 'Voting on this proposal is closed.',
    already_open:
      'A proposal on this is open already; the details have its number. Vote on it instead.',
    proposal_refused: 'This proposal cannot be opened now.',
    appeal_refused: 'This wallet cannot appeal now.',
    report_refused: 'The contract refused this flag, vouch or withdrawal.',
    publication_refused:
      'This score is not published beside what another publisher knows of the wallet.',
    statement_refused: 'A statement can be replaced once a day. Try again later.',
    watch_list_full: 'Your watch list is full: it has 100 addresses. Remove one first.',
    not_watched: 'A webhook is for addresses of your watch list. Watch the address first.',
    webhook_not_confirmed:
      'This webhook is not confirmed: its receiver has not answered a challenge. Confirm it.',
    subscription_not_confirmed:
      'This subscription is not confirmed: type the code that was posted to the chat.',
    code_refused: 'This is not the code that was posted to the chat, or it is no longer valid.',
    too_many_subscriptions:
      'You have 5 subscriptions of this channel, and no more are possible. Remove one first.',
    too_many_webhooks: 'You have 5 webhooks, and no more are possible. Remove one first.',
  },
  413: {
    body_too_large:
      'The body is larger than 64 KiB, or than 1 KiB where none is asked for. Send a smaller one.',
  },
  415: {
    unsupported_content_type:
      'The body must be JSON: send it with the header Content-Type: application/json.',
  },
  422: {
    subscription_refused:
      'There can be no such subscription: a chat needs the webhook URL of a channel of Discord or Slack, a browser the endpoint and keys of its push service.',
  },
  429: {
    rate_limited:
      'Too many requests from this IP address within a minute. All clients behind one address share its limit. Wait for the time in the Retry-After header.',
    budget_exhausted: 'The daily limit of publications is reached. Try again tomorrow (UTC).',
  },
  431: {
    headers_too_large: 'The URL and headers are longer than 16 KiB. Send shorter ones.',
  },
  500: {
    internal_error: 'Something went wrong on our side. It was logged; try again in a moment.',
  },
  502: {
    transaction_failed: 'The chain or its node rejected the transaction.',
  },
  503: {
    agent_unavailable:
      'No transaction can be sent at the moment: no agent is running. Try again in a few minutes.',
    contract_not_deployed: 'The contract that stores scores is not deployed on this network yet.',
    transaction_not_sent:
      'The transaction is queued and will be sent. See /v1/actions, or try again in a minute.',
    not_ready: 'The server has not caught up with the chain yet.',
    node_unreachable: 'The Flow node cannot be reached at the moment. Try again in a minute.',
    database_unreachable: 'The database cannot be reached at the moment. Try again in a minute.',
    overloaded: 'The server is overloaded at the moment. Try again in a few seconds.',
    too_slow: 'The request took too long and was cancelled. Try again in a minute.',
  },
} as const satisfies Readonly<Record<number, Readonly<Record<string, string>>>>

type Sentences = typeof SENTENCES
export type FailureCode = { [Status in keyof Sentences]: keyof Sentences[Status] }[keyof Sentences]

interface Failure {
  status: number
  message: string
}

export const FAILURES = Object.fromEntries(
  Object.entries(SENTENCES).flatMap(([status, sentences]) =>
    Object.entries(sentences).map(([code, message]) => [code, { status: Number(status), message }]),
  ),
) as Readonly<Record<FailureCode, Failure>>

/** Failures of routes that read the database. */
export const READ_FAILURES = ['database_unreachable', 'too_slow'] as const

/** Failures of routes that may score an account for the first time. */
export const SCORING_FAILURES = [
  ...READ_FAILURES,
  'account_not_found',
  'node_unreachable',
  'not_ready',
] as const

/** Failures of routes that relay a signed message to the chain. */
export const RELAY_FAILURES = [
  ...READ_FAILURES,
  'origin_refused',
  'signature_refused',
  'message_expired',
  'validity_too_long',
  'sequence_refused',
  'budget_exhausted',
  'transaction_failed',
  'transaction_not_sent',
  'agent_unavailable',
  'contract_not_deployed',
  'account_not_found',
  'node_unreachable',
] as const satisfies readonly FailureCode[]
