import { NETWORK_NAMES, NETWORKS } from '@app/values/network.ts'

const { testnet, local } = NETWORKS

/** An environment variable that the server reads. */
interface Setting {
  /** Default value; `null` when there is none, or when it depends on the network. */
  default: string | null
  /** Describes a default that is not a fixed text. */
  defaultNote?: string
  meaning: string
}

/** Every variable that `config.ts` reads. docs/run/settings.md is generated from this table. */
export const SETTINGS = {
  FLOW_NETWORK: {
    default: 'testnet',
    meaning: `network to index and score: ${NETWORK_NAMES.join(' or ')}`,
  },
  FLOW_ACCESS_NODE: {
    default: null,
    defaultNote: 'the public node of the network',
    meaning: 'REST API of the access node; a secret',
  },
  FLOW_START_HEIGHT: {
    default: null,
    defaultNote: `${testnet.startHeight} on testnet, ${local.startHeight} on a local network`,
    meaning:
      'first height to index, or `recent`: from a day before the tip, then backwards in the background',
  },
  EVM_TOKENS: {
    default: null,
    defaultNote: 'those of the network',
    meaning:
      'further ERC-20 tokens of which transfers are followed, separated by commas, each as address, symbol and decimals: `0x…:USDC:6`. Any contract can log any transfer: name only those that you trust',
  },
  FLOW_POLL_MS: { default: '1000', meaning: 'milliseconds between two requests for the tip' },
  FLOW_EVENT_CALLS_PER_SECOND: {
    default: null,
    defaultNote: `${testnet.callsPerSecond.event} on testnet`,
    meaning: 'limit of event calls to the access node',
  },
  FLOW_SCRIPT_CALLS_PER_SECOND: {
    default: null,
    defaultNote: `${testnet.callsPerSecond.script} on testnet`,
    meaning: 'limit of script calls to the access node',
  },
  FLOW_OTHER_CALLS_PER_SECOND: {
    default: null,
    defaultNote: `${testnet.callsPerSecond.other} on testnet`,
    meaning: 'limit of all other calls to the access node',
  },
  EXPLORER_TX_URL: {
    default: null,
    defaultNote: 'the explorer of the network',
    meaning: 'page of a transaction, with `{id}` in its place',
  },
  DATABASE_URL: {
    default: null,
    defaultNote: 'an embedded PostgreSQL in `.dharma`',
    meaning: 'PostgreSQL server to use; tested with 18. A secret',
  },
  DATABASE_REPLICA_URL: {
    default: null,
    meaning:
      'role `api`: a [replica](scale.md#a-read-replica) that answers the most frequent reads. A secret',
  },
  API_HOST: { default: '127.0.0.1', meaning: 'address that the API listens on' },
  API_PORT: { default: '3001', meaning: 'port of the API; 0 for any free one' },
  PUBLIC_API_URL: {
    default: null,
    defaultNote: '`http://localhost:` and `API_PORT`',
    meaning:
      'address under which others reach the API, for links to it; required with `WEB_ORIGINS` of other machines',
  },
  API_DRAIN_MS: {
    default: '0',
    meaning:
      'milliseconds after SIGTERM in which `/ready` answers 503 and requests are still served ([why](deploy.md#updating-the-server))',
  },
  API_MAX_LOOP_DELAY_MS: {
    default: '1000',
    meaning:
      'milliseconds by which the event loop may be late; above, requests are answered with 503',
  },
  WEB_ORIGINS: {
    default: 'http://localhost:3000',
    meaning: 'origins of the web app that may call with credentials, separated by commas',
  },
  TRUSTED_PROXIES: {
    default: null,
    meaning:
      'addresses or networks (`10.0.0.0/8`), separated by commas, of the proxies in front of the API: only their `X-Forwarded-For` and `X-Forwarded-Proto` are believed ([why](../build/security.md#limits-of-each-request))',
  },
  LOG_LEVEL: { default: 'info', meaning: '`silent`, `fatal`, `error`, `warn`, `info` or `debug`' },
  REQUEST_ID_HEADER: {
    default: null,
    meaning:
      'header with the id of a request, if your own proxy sets it in every request, such as `x-request-id`',
  },
  OPERATIONS_PORT: {
    default: null,
    meaning:
      'port on `API_HOST` for `/health` and `/metrics` of a process without the role `api`; 0 for any free one',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: null,
    meaning:
      'collector of OpenTelemetry to which traces are sent; without it nothing of OpenTelemetry is loaded',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    default: null,
    meaning: 'the same for traces alone, with its path',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    default: null,
    meaning: 'headers for the collector; a secret',
  },
  OTEL_SDK_DISABLED: { default: 'false', meaning: '`true` or `false`: whether no traces are sent' },
  DHARMA_AGENT_ADDRESS: {
    default: null,
    meaning: 'role `agent`: the account that signs and pays; required',
  },
  DHARMA_AGENT_KEY_FILE: {
    default: null,
    meaning: 'role `agent`: file of mode 0600 with the private key of the account in hex',
  },
  DHARMA_AGENT_KEY: {
    default: null,
    meaning: 'role `agent`: the private key itself, where no file is named; a secret',
  },
  DHARMA_COSIGNER_KEY_FILE: {
    default: null,
    meaning: 'role `cosigner`: file of mode 0600 with one private key of the DAO in hex',
  },
  DHARMA_COSIGNER_KEY: {
    default: null,
    meaning: 'role `cosigner`: the private key itself, where no file is named; a secret',
  },
  COSIGNER_MAILBOX_URL: {
    default: null,
    meaning:
      'role `cosigner`: the main database, with a role that may use the mailbox only; a secret',
  },
  DHARMA_AGENT_ENABLED: {
    default: 'true',
    meaning:
      '`true` or `false`: whether the agent accuses by itself; what people request is sent either way',
  },
  LOW_SCORE_THRESHOLD: {
    default: '30',
    meaning: 'score, 0 to 100, below which the agent accuses',
  },
  AUTO_FLAG: {
    default: 'true',
    meaning: '`true` or `false`: whether the agent flags on the chain; otherwise it warns',
  },
  SCHEDULE_RECHECKS: {
    default: 'true',
    meaning:
      '`true` or `false`: whether the agent has flagged wallets, owners of vaults and voters rechecked on the chain',
  },
  FREEZE_PROPOSALS_PER_DAY: {
    default: '3',
    meaning: 'freezes that the agent itself proposes',
  },
  DISCOVERY_PER_STEP: {
    default: '200',
    meaning: 'changed accounts that the agent judges in one step, the most changed first',
  },
  PUBLISHES_PER_VISITOR: {
    default: '50',
    meaning: 'scores that one client may have published',
  },
  PUBLISHES_PER_DAY: {
    default: '1000',
    meaning: 'scores that all clients together may have published',
  },
  REVIEWS_PER_VISITOR: {
    default: '50',
    meaning: 'reviews that one client may ask for on a day',
  },
  REVIEWS_PER_DAY: {
    default: '2000',
    meaning: 'reviews that all clients together may ask for on a day',
  },
  RELAYS_PER_ADDRESS: {
    default: '100',
    meaning: 'signed messages of one wallet that the agent relays; as many appeals beside them',
  },
  RELAYS_PER_DAY: {
    default: '5000',
    meaning:
      'signed messages of all wallets together that the agent relays; as many appeals beside them',
  },
  REPORTS_PER_REPORTER: {
    default: '20',
    meaning: 'flags without a signature that one visitor, or one logged-in wallet, may make',
  },
  REPORTS_PER_DAY: {
    default: '2000',
    meaning: 'such flags of all visitors together, and as many of all logged-in wallets together',
  },
  VOTER_PUBLISHES_PER_ADDRESS: {
    default: '10',
    meaning: 'publications for one wallet whose published score is too old to vote',
  },
  VOTER_PUBLISHES_PER_DAY: {
    default: '2000',
    meaning: 'such publications for all wallets together',
  },
  SETTLEMENTS_PER_DAY: {
    default: '500',
    meaning: 'transactions that settle votes, appeals and freezes that are over',
  },
  RECHECKS_PER_DAY: {
    default: '2000',
    meaning: 'scheduled rechecks that the agent pays for',
  },
  SCHEDULES_PER_DAY: {
    default: '500',
    meaning: 'wallets whose rechecks on the chain the agent starts',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

/** Names of the settings with a fixed default. */
export type SettingWithDefault = {
  [Name in SettingName]: (typeof SETTINGS)[Name]['default'] extends string ? Name : never
}[SettingName]
