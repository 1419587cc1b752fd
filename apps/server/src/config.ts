import { readKeyFile } from '@app/flow/keys/read-key-file.ts'
import { type Address, parsePastedAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORK_NAMES, type Network } from '@app/values/network.ts'
import { buildExplorerUrl, readFlowConfig } from './flow-config.ts'
import {
  buildVariableError,
  type Environment,
  parseChoice,
  parseInteger,
  parseNetworks,
  parseSwitch,
  readSetting,
  readSettingOrDefault,
} from './parse-settings.ts'
import type { SettingName } from './settings.ts'

/** Configuration of one server process. Tests and the local world change it. */
export type Config = ReturnType<typeof readConfig>

export type AgentPolicy = ReturnType<typeof readAgentPolicy>

/** The account with which the role `agent` sends transactions. */
export interface AgentAccount {
  address: Address
  /** 64 hex digits. The account has several keys with this private key, one for each concurrent transaction. */
  privateKeyHex: string
}

/** What the role `cosigner` signs with, and where it meets the other signers. */
export interface CosignerSecrets {
  /** 64 hex digits: one private key of the DAO. */
  privateKeyHex: string
  /** URL of the main database, with the password of a role for the mailbox. */
  mailboxUrl: string
}

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Builds the configuration from environment variables. Throws `FatalError` with the name of an invalid variable. */
export function readConfig(env: Environment = process.env) {
  const network: Network = parseChoice(env, 'FLOW_NETWORK', NETWORK_NAMES)
  /** URL of a transaction page, with `{id}` as placeholder. */
  const explorerTxUrl = readSetting(env, 'EXPLORER_TX_URL') ?? buildExplorerUrl(env, network)
  return {
    network,
    /** `null`: the caller starts an embedded PostgreSQL and sets its URL. */
    databaseUrl: readSetting(env, 'DATABASE_URL'),
    api: readApiConfig(env),
    flow: readFlowConfig(env, network),
    links: { explorerTxUrl },
    agent: readAgentConfig(env),
    logLevel: parseChoice(env, 'LOG_LEVEL', LOG_LEVELS),
    /** Port for health and metrics of a process without the role `api`; `null` for none. */
    operationsPort: parseInteger(env, 'OPERATIONS_PORT'),
    /** Whether traces are sent to a collector. */
    isTraced: isTraced(env),
  }
}

const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)

/** An endpoint switches traces on; `OTEL_SDK_DISABLED` and no exporter switch them off. */
function isTraced(env: Environment): boolean {
  const endpoint =
    readSetting(env, 'OTEL_EXPORTER_OTLP_ENDPOINT') ??
    readSetting(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  return !parseSwitch(env, 'OTEL_SDK_DISABLED') && endpoint !== null
}

/**
 * Like `readConfig`, and deletes the variables that may contain passwords, so that neither child
 * processes nor the diagnostic reports of Node contain them.
 */
export function readAndClearConfig(env: Environment = process.env): Config {
  const config = readConfig(env)
  for (const name of SECRET_SETTINGS) delete env[name]
  return config
}

/**
 * Deletes the headers of the collector, which may contain a secret. Their reader is OpenTelemetry: call this
 * once it has started.
 */
export function clearTracingSecrets(env: Environment = process.env): void {
  delete env.OTEL_EXPORTER_OTLP_HEADERS
  delete env.OTEL_EXPORTER_OTLP_TRACES_HEADERS
}

/** URLs that may contain a password. */
const SECRET_SETTINGS = [
  'DATABASE_URL',
  'FLOW_ACCESS_NODE',
] as const satisfies readonly SettingName[]

/**
 * Returns the account of the role `agent` from the environment and deletes the private key there,
 * so that child processes do not inherit it. Throws `FatalError`, without the private key in its
 * message, when a variable is missing or invalid.
 */
export function readAndClearAgentAccount(env: Environment = process.env): AgentAccount {
  const address = parsePastedAddress(readSetting(env, 'DHARMA_AGENT_ADDRESS') ?? '')
  if (address === null)
    throw buildVariableError('DHARMA_AGENT_ADDRESS', 'the address of the agent’s account')
  return { address, privateKeyHex: readAndClearKey(env, 'DHARMA_AGENT_KEY') }
}

/**
 * Returns the key and the mailbox of the role `cosigner` from the environment and deletes both
 * there. Throws `FatalError`, without their values in its message, when one is missing or invalid.
 */
export function readAndClearCosignerSecrets(env: Environment = process.env): CosignerSecrets {
  const mailboxUrl = readSetting(env, 'COSIGNER_MAILBOX_URL') ?? ''
  delete env.COSIGNER_MAILBOX_URL
  if (!isDatabaseUrl(mailboxUrl))
    throw buildVariableError('COSIGNER_MAILBOX_URL', 'a postgres:// address of the main database')
  return { privateKeyHex: readAndClearKey(env, 'DHARMA_COSIGNER_KEY'), mailboxUrl }
}

/** Returns the digits of a private key from a variable, or from the file that `…_FILE` names. */
function readAndClearKey(
  env: Environment,
  name: 'DHARMA_AGENT_KEY' | 'DHARMA_COSIGNER_KEY',
): string {
  const file = readSetting(env, `${name}_FILE`)
  const text = file === null ? readSetting(env, name) : readKeyFile(file)
  delete env[name]
  const digits = text?.replace(/^0x/, '') ?? ''
  if (/^[0-9a-fA-F]{64}$/.test(digits)) return digits
  throw file === null
    ? buildVariableError(name, PRIVATE_KEY_FORMAT)
    : buildVariableError(`${name}_FILE`, `the path of a file with ${PRIVATE_KEY_FORMAT}`)
}

const PRIVATE_KEY_FORMAT = 'a private key of 64 hex digits'

function readPublicUrl(env: Environment): string | null {
  const text = readSetting(env, 'PUBLIC_API_URL')
  if (text === null) return null
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw buildVariableError('PUBLIC_API_URL', 'an http:// or https:// address without a query')
  }
  return url.href.replace(/\/+$/, '')
}

function readApiConfig(env: Environment) {
  const port = parseInteger(env, 'API_PORT')
  const origins = readSettingOrDefault(env, 'WEB_ORIGINS').split(',')
  const webOrigins = origins.map((origin) => origin.trim())
  return {
    host: readSettingOrDefault(env, 'API_HOST'),
    /** 0 selects any free port. */
    port,
    /** Address under which others reach the API, without a slash at its end. */
    publicUrl: readPublicUrl(env) ?? buildLocalUrl(port, webOrigins),
    /** Milliseconds after SIGTERM in which requests are still answered, but `/ready` is 503. */
    drainMs: parseInteger(env, 'API_DRAIN_MS'),
    /** Milliseconds by which the event loop may be late before requests are answered with 503. */
    maxLoopDelayMs: parseInteger(env, 'API_MAX_LOOP_DELAY_MS'),
    /** Origins of the web app that may send credentials and sign in. */
    webOrigins,
    /** Addresses and networks of proxies whose `X-Forwarded-…` headers are believed. */
    trustedProxies: parseNetworks(env, 'TRUSTED_PROXIES'),
    /** Header of a proxy with the id of the request, in lower case; `null`: ids are made. */
    requestIdHeader: readSetting(env, 'REQUEST_ID_HEADER')?.toLowerCase() ?? null,
    /** Reports without a signature per UTC day: by reporter, and of all visitors or all wallets. */
    reportBudget: {
      perReporter: parseInteger(env, 'REPORTS_PER_REPORTER'),
      total: parseInteger(env, 'REPORTS_PER_DAY'),
    },
  }
}

/** Throws `FatalError` where the web app is not on this machine, so that others would get links that lead nowhere. */
function buildLocalUrl(port: number, webOrigins: readonly string[]): string {
  const isLocal = (origin: string) => /^https?:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(origin)
  if (webOrigins.every(isLocal)) return `http://localhost:${port}`
  throw new FatalError(
    `PUBLIC_API_URL is missing: set it to the address under which the users of ${webOrigins.join(', ')} reach the API.`,
  )
}

/** Budgets are for a UTC day; the agent's account pays for what is sent to the chain. */
function readAgentConfig(env: Environment) {
  return {
    /** Publications that clients may request. */
    publishBudget: {
      perClient: parseInteger(env, 'PUBLISHES_PER_VISITOR'),
      total: parseInteger(env, 'PUBLISHES_PER_DAY'),
    },
    /** Reviews that clients may ask for; each makes an entry in the history. */
    reviewBudget: {
      perClient: parseInteger(env, 'REVIEWS_PER_VISITOR'),
      total: parseInteger(env, 'REVIEWS_PER_DAY'),
    },
    /** Signed messages that are relayed, by signer and in all. */
    relayBudget: {
      perClient: parseInteger(env, 'RELAYS_PER_ADDRESS'),
      total: parseInteger(env, 'RELAYS_PER_DAY'),
    },
    /** Publications that voters need for a vote, by voter and in all. */
    voterPublishBudget: {
      perClient: parseInteger(env, 'VOTER_PUBLISHES_PER_ADDRESS'),
      total: parseInteger(env, 'VOTER_PUBLISHES_PER_DAY'),
    },
    /** Scheduled rechecks. */
    rechecksPerDay: parseInteger(env, 'RECHECKS_PER_DAY'),
    settlementsPerDay: parseInteger(env, 'SETTLEMENTS_PER_DAY'),
    /** Wallets whose rechecks on the chain are started. */
    schedulesPerDay: parseInteger(env, 'SCHEDULES_PER_DAY'),
    ...readAgentPolicy(env),
  }
}

function readAgentPolicy(env: Environment) {
  return {
    /** Whether it judges accounts and accuses; requests of people are carried out either way. */
    enabled: parseSwitch(env, 'DHARMA_AGENT_ENABLED'),
    /** Score, 0–100, below which it accuses. */
    lowScoreThreshold: parseInteger(env, 'LOW_SCORE_THRESHOLD'),
    /** Whether it flags on the chain; otherwise it warns. */
    autoFlag: parseSwitch(env, 'AUTO_FLAG'),
    /** Whether it has flagged wallets, owners of vaults and voters rechecked on the chain. */
    scheduleRechecks: parseSwitch(env, 'SCHEDULE_RECHECKS'),
    /** Freezes that it proposes per UTC day. */
    freezeProposalsPerDay: parseInteger(env, 'FREEZE_PROPOSALS_PER_DAY'),
    /** Changed accounts that it judges in one step. */
    discoveryPerStep: parseInteger(env, 'DISCOVERY_PER_STEP'),
  }
}
