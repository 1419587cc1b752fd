import { NETWORK_NAMES, NETWORKS } from '@app/values/network.ts'

const { testnet, local } = NETWORKS

export interface Range {
  min: number
  max: number
}

interface Setting {
  /** Absent when there is none, or when it depends on the network. */
  default?: string
  /** Describes a default that is not a fixed text. */
  defaultNote?: string
  range?: Range
  meaning: string
}

const PORT = { min: 0, max: 65_535 }
const PER_SECOND = { min: 1, max: 10_000 }

/** Of what may happen on a day. */
const DAILY = { min: 0, max: 1_000_000 }

/** Every variable that `config.ts` reads. docs/run/settings.md is generated from this table. */
export const SETTINGS = {
  FLOW_NETWORK: { default: 'testnet', meaning: NETWORK_NAMES.join(' or ') },
  FLOW_ACCESS_NODE: {
    defaultNote: 'the public node of the network',
    meaning: 'REST API of the access node; a secret',
  },
  FLOW_START_HEIGHT: {
    defaultNote: `${testnet.startHeight} on testnet, ${local.startHeight} on a local network`,
    range: { min: 0, max: Number.MAX_SAFE_INTEGER },
    meaning: 'first height to index, or `recent`: from a day before the tip, then backwards',
  },
  EVM_TOKENS: {
    defaultNote: 'those of the network',
    meaning:
      'further ERC-20 tokens to follow: `0x…:USDC:6` (address, symbol, decimals). Any contract can log any transfer: name only those that you trust',
  },
  FLOW_POLL_MS: {
    default: '1000',
    range: { min: 10, max: 600_000 },
    meaning: 'milliseconds between two requests for the tip',
  },
  FLOW_EVENT_CALLS_PER_SECOND: {
    defaultNote: `${testnet.callsPerSecond.event} on testnet`,
    range: PER_SECOND,
    meaning: 'limit of event calls to the node',
  },
  FLOW_SCRIPT_CALLS_PER_SECOND: {
    defaultNote: `${testnet.callsPerSecond.script} on testnet`,
    range: PER_SECOND,
    meaning: 'the same for scripts',
  },
  FLOW_OTHER_CALLS_PER_SECOND: {
    defaultNote: `${testnet.callsPerSecond.other} on testnet`,
    range: PER_SECOND,
    meaning: 'the same for all other calls',
  },
  EXPLORER_TX_URL: {
    defaultNote: 'the explorer of the network',
    meaning: 'page of the transaction `{id}`',
  },
  DATABASE_URL: {
    defaultNote: 'an embedded PostgreSQL in `.dharma`',
    meaning: 'PostgreSQL, tested with 18; a secret',
  },
  API_HOST: { default: '127.0.0.1', meaning: 'address that the API listens on' },
  API_PORT: { default: '3001', range: PORT, meaning: 'port of the API' },
  PUBLIC_API_URL: {
    defaultNote: '`http://localhost:` and `API_PORT`',
    meaning: 'address of the API in links; required with `WEB_ORIGINS` of other machines',
  },
  API_DRAIN_MS: {
    default: '0',
    range: { min: 0, max: 60_000 },
    meaning:
      'milliseconds after SIGTERM in which only `/ready` is refused ([why](deploy.md#updating-the-server))',
  },
  API_MAX_LOOP_DELAY_MS: {
    default: '1000',
    range: { min: 100, max: 600_000 },
    meaning: 'milliseconds by which the event loop may be late; above, answers are 503',
  },
  WEB_ORIGINS: {
    default: 'http://localhost:3000',
    meaning: 'origins that may call with credentials',
  },
  TRUSTED_PROXIES: {
    meaning:
      'addresses or networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed ([why](../build/security.md#limits-of-each-request))',
  },
  LOG_LEVEL: { default: 'info', meaning: '`silent`, `fatal`, `error`, `warn`, `info` or `debug`' },
  REQUEST_ID_HEADER: {
    meaning: 'header with the id of a request, if your own proxy sets it in every request',
  },
  OPERATIONS_PORT: {
    range: PORT,
    meaning: 'port of `/health` and `/metrics` of a process without the role `api`',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: { meaning: 'collector of OpenTelemetry for traces' },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { meaning: 'the same with its path' },
  OTEL_EXPORTER_OTLP_HEADERS: { meaning: 'headers for the collector; a secret' },
  OTEL_SDK_DISABLED: { default: 'false', meaning: 'whether no traces are sent' },
  DHARMA_AGENT_ADDRESS: { meaning: 'account of the role `agent`, which signs and pays; required' },
  DHARMA_AGENT_KEY_FILE: { meaning: 'file of mode 0600 with its private key in hex' },
  DHARMA_AGENT_KEY: { meaning: 'or the key itself; a secret' },
  DHARMA_COSIGNER_KEY_FILE: { meaning: 'the same with a key of the DAO, for the role `cosigner`' },
  DHARMA_COSIGNER_KEY: { meaning: 'or the key itself; a secret' },
  COSIGNER_MAILBOX_URL: {
    meaning: 'the [mailbox](deploy.md#a-signer-of-the-dao) in the main database; a secret',
  },
  DHARMA_AGENT_ENABLED: {
    default: 'true',
    meaning: 'whether the agent accuses by itself; what people request is sent either way',
  },
  LOW_SCORE_THRESHOLD: {
    default: '30',
    range: { min: 0, max: 100 },
    meaning: 'score, 0 to 100, below which the agent accuses',
  },
  AUTO_FLAG: { default: 'true', meaning: 'whether the agent flags on the chain, or only warns' },
  SCHEDULE_RECHECKS: {
    default: 'true',
    meaning: 'whether the agent schedules rechecks on the chain',
  },
  FREEZE_PROPOSALS_PER_DAY: {
    default: '3',
    range: { min: 0, max: 1000 },
    meaning: 'freezes that the agent proposes',
  },
  DISCOVERY_PER_STEP: {
    default: '200',
    range: { min: 1, max: 10_000 },
    meaning: 'changed accounts that the agent judges in one step',
  },
  PUBLISHES_PER_VISITOR: {
    default: '50',
    range: DAILY,
    meaning: 'scores that one client may have published',
  },
  PUBLISHES_PER_DAY: { default: '1000', range: DAILY, meaning: 'for all clients' },
  REVIEWS_PER_VISITOR: {
    default: '50',
    range: DAILY,
    meaning: 'reviews that one client may ask for',
  },
  REVIEWS_PER_DAY: { default: '2000', range: DAILY, meaning: 'for all clients' },
  RELAYS_PER_ADDRESS: {
    default: '100',
    range: DAILY,
    meaning: 'signed messages of one wallet, and as many appeals',
  },
  RELAYS_PER_DAY: { default: '5000', range: DAILY, meaning: 'for all wallets' },
  REPORTS_PER_REPORTER: {
    default: '20',
    range: DAILY,
    meaning: 'reports without a signature by one visitor or logged-in wallet',
  },
  REPORTS_PER_DAY: {
    default: '2000',
    range: DAILY,
    meaning: 'for all visitors, and as many for all wallets',
  },
  VOTER_PUBLISHES_PER_ADDRESS: {
    default: '10',
    range: DAILY,
    meaning: 'publications for one wallet whose score is too old to vote',
  },
  VOTER_PUBLISHES_PER_DAY: { default: '2000', range: DAILY, meaning: 'for all wallets' },
  SETTLEMENTS_PER_DAY: {
    default: '500',
    range: DAILY,
    meaning: 'settlements of votes, appeals and freezes',
  },
  RECHECKS_PER_DAY: {
    default: '2000',
    range: DAILY,
    meaning: 'scheduled rechecks that the agent pays for',
  },
  SCHEDULES_PER_DAY: {
    default: '500',
    range: DAILY,
    meaning: 'wallets whose rechecks on the chain the agent starts',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

/** Names of the settings of which these fields are known, such as a fixed default. */
export type SettingWith<Fields> = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends Fields ? Name : never
}[SettingName]
