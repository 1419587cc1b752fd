/** A kind of failure: its HTTP status and its default message. */
interface FailureKind {
  status: number
  message: string
}

/** Every failure that the API returns, by its stable code. */
export const FAILURES = {
  invalid_address: {
    status: 400,
    message: 'Invalid Flow address format. Must be 0x followed by 16 hex characters.',
  },
  invalid_evm_address: {
    status: 400,
    message:
      'Invalid EVM address format. Must be 0x followed by 40 hex characters; with 16 it is a Flow account: see /v1/score.',
  },
  invalid_request: {
    status: 400,
    message: 'The request is not valid. The details name each field and what to do.',
  },
  invalid_json: {
    status: 400,
    message:
      'The body is not valid JSON. Send one JSON object, or no body where none is asked for.',
  },
  malformed_request: {
    status: 400,
    message: 'The request could not be read. Check the URL, its percent-encoding and the headers.',
  },
  webhook_url_refused: {
    status: 400,
    message:
      'This URL cannot be a webhook: it must begin with https:// and be on the public internet.',
  },
  subscription_refused: {
    status: 422,
    message:
      'There can be no such subscription: a chat needs the webhook URL of a channel of Discord or Slack, a browser the endpoint and keys of its push service.',
  },
  wallet_required: {
    status: 401,
    message: 'Connect your wallet to do this.',
  },
  not_signed_in: {
    status: 401,
    message: 'You are not logged in, or the session has ended. Log in with your wallet.',
  },
  prefetch_refused: {
    status: 403,
    message: 'A score is published only on request, not when a browser prefetches a page.',
  },
  cross_site_refused: {
    status: 403,
    message: 'A score is not published at the request of another website. Ask for it in the app.',
  },
  origin_refused: {
    status: 403,
    message: 'This website may not act for a wallet here. Use the app, or call without an Origin.',
  },
  nonce_refused: {
    status: 403,
    message: 'This nonce is unknown, was used already, or is older than 5 minutes. Get a new one.',
  },
  signature_refused: {
    status: 403,
    message: 'The signature does not belong to this message and wallet. Sign it again.',
  },
  not_eligible: {
    status: 403,
    message: 'This wallet may not vote on this proposal.',
  },
  route_not_found: {
    status: 404,
    message: 'This route does not exist. /docs lists every route of this API.',
  },
  address_not_on_network: {
    status: 404,
    message: 'This address does not belong to this network. Check it for typing errors.',
  },
  account_not_found: {
    status: 404,
    message: 'No account with this address exists on this network.',
  },
  not_published: {
    status: 404,
    message: 'No score of this address has been published on the chain yet.',
  },
  case_not_found: {
    status: 404,
    message: 'There is no case with this id about this wallet.',
  },
  proposal_not_found: {
    status: 404,
    message: 'There is no proposal with this number.',
  },
  alert_not_found: {
    status: 404,
    message: 'There is no alert with this number in your inbox.',
  },
  webhook_not_found: {
    status: 404,
    message: 'You have no webhook with this number.',
  },
  subscription_not_found: {
    status: 404,
    message: 'You have no subscription with this number.',
  },
  delivery_not_found: {
    status: 404,
    message: 'Nothing with this number can be sent to this webhook again.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This route does not support this method. The Allow header lists those it supports.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time. Send it again.',
  },
  message_expired: {
    status: 409,
    message: 'The end of validity of the signed message is over. Sign it again.',
  },
  validity_too_long: {
    status: 409,
    message: 'The end of validity of the signed message is too far ahead. Sign it again.',
  },
  sequence_refused: {
    status: 409,
    message: 'The sequence number of the signed message was used already. Sign it again.',
  },
  voting_closed: {
    status: 409,
    message: 'Voting on this proposal is closed.',
  },
  already_open: {
    status: 409,
    message: 'A proposal on this is open already; the details have its number. Vote on it instead.',
  },
  proposal_refused: {
    status: 409,
    message: 'This proposal cannot be opened now.',
  },
  appeal_refused: {
    status: 409,
    message: 'This wallet cannot appeal now.',
  },
  report_refused: {
    status: 409,
    message: 'The contract refused this flag, vouch or withdrawal.',
  },
  publication_refused: {
    status: 409,
    message: 'This score is not published beside what another publisher knows of the wallet.',
  },
  statement_refused: {
    status: 409,
    message: 'A statement can be replaced once a day. Try again later.',
  },
  watch_list_full: {
    status: 409,
    message: 'Your watch list is full: it has 100 addresses. Remove one first.',
  },
  not_watched: {
    status: 409,
    message: 'A webhook is for addresses of your watch list. Watch the address first.',
  },
  webhook_not_confirmed: {
    status: 409,
    message:
      'This webhook is not confirmed: its receiver has not answered a challenge. Confirm it.',
  },
  subscription_not_confirmed: {
    status: 409,
    message: 'This subscription is not confirmed: type the code that was posted to the chat.',
  },
  code_refused: {
    status: 409,
    message: 'This is not the code that was posted to the chat, or it is no longer valid.',
  },
  too_many_subscriptions: {
    status: 409,
    message:
      'You have 5 subscriptions of this channel, and no more are possible. Remove one first.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'You have 5 webhooks, and no more are possible. Remove one first.',
  },
  body_too_large: {
    status: 413,
    message:
      'The body is larger than 64 KiB, or than 1 KiB where none is asked for. Send a smaller one.',
  },
  unsupported_content_type: {
    status: 415,
    message: 'The body must be JSON: send it with the header Content-Type: application/json.',
  },
  rate_limited: {
    status: 429,
    message:
      'Too many requests from this IP address within a minute. All clients behind one address share its limit. Wait for the time in the Retry-After header.',
  },
  budget_exhausted: {
    status: 429,
    message: 'The daily limit of publications is reached. Try again tomorrow (UTC).',
  },
  headers_too_large: {
    status: 431,
    message: 'The URL and headers are longer than 16 KiB. Send shorter ones.',
  },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. It was logged; try again in a moment.',
  },
  transaction_failed: {
    status: 502,
    message: 'The chain or its node rejected the transaction.',
  },
  agent_unavailable: {
    status: 503,
    message:
      'No transaction can be sent at the moment: no agent is running. Try again in a few minutes.',
  },
  contract_not_deployed: {
    status: 503,
    message: 'The contract that stores scores is not deployed on this network yet.',
  },
  transaction_not_sent: {
    status: 503,
    message:
      'The transaction is queued and will be sent. See /v1/actions, or try again in a minute.',
  },
  not_ready: {
    status: 503,
    message: 'The server has not caught up with the chain yet.',
  },
  node_unreachable: {
    status: 503,
    message: 'The Flow node cannot be reached at the moment. Try again in a minute.',
  },
  database_unreachable: {
    status: 503,
    message: 'The database cannot be reached at the moment. Try again in a minute.',
  },
  overloaded: {
    status: 503,
    message: 'The server is overloaded at the moment. Try again in a few seconds.',
  },
  too_slow: {
    status: 503,
    message: 'The request took too long and was cancelled. Try again in a minute.',
  },
} as const satisfies Record<string, FailureKind>

export type FailureCode = keyof typeof FAILURES

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
