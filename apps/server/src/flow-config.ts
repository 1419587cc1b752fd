import { NETWORKS, type Network } from '@app/values/network.ts'
import {
  buildVariableError,
  type Environment,
  parseInteger,
  parseIntegerOrDefault,
  readSetting,
} from './parse-settings.ts'

/** First indexed block: a height, or `recent`: one day before the tip, with back-fill below it. */
export type StartHeight = number | 'recent'

export interface FlowConfig {
  accessNodeUrl: string
  eventCallsPerSecond: number
  scriptCallsPerSecond: number
  otherCallsPerSecond: number
  /** Interval at which the tip is polled when no notification arrives. */
  pollMs: number
  startHeight: StartHeight
}

/** Reads what concerns the chain and its node. Throws `FatalError` for an invalid variable. */
export function readFlowConfig(env: Environment, network: Network): FlowConfig {
  const rates = NETWORKS[network].callsPerSecond
  const perSecond = { min: 1, max: 10_000 }
  return {
    accessNodeUrl: parseNodeUrl(env, network),
    eventCallsPerSecond: parseInteger(env, 'FLOW_EVENT_CALLS_PER_SECOND', perSecond) ?? rates.event,
    scriptCallsPerSecond:
      parseInteger(env, 'FLOW_SCRIPT_CALLS_PER_SECOND', perSecond) ?? rates.script,
    otherCallsPerSecond: parseInteger(env, 'FLOW_OTHER_CALLS_PER_SECOND', perSecond) ?? rates.other,
    pollMs: parseIntegerOrDefault(env, 'FLOW_POLL_MS', { min: 10, max: 600_000 }),
    startHeight: parseStartHeight(env, network),
  }
}

function parseNodeUrl(env: Environment, network: Network): string {
  const url = readSetting(env, 'FLOW_ACCESS_NODE') ?? NETWORKS[network].accessNodeUrl
  if (!URL.canParse(url))
    throw buildVariableError('FLOW_ACCESS_NODE', 'an http(s) address of an access node')
  return url.replace(/\/+$/, '')
}

function parseStartHeight(env: Environment, network: Network): StartHeight {
  if (readSetting(env, 'FLOW_START_HEIGHT') === 'recent') return 'recent'
  return (
    parseInteger(env, 'FLOW_START_HEIGHT', { min: 0, max: Number.MAX_SAFE_INTEGER }) ??
    NETWORKS[network].startHeight
  )
}

/** Builds the URL of a transaction page, with `{id}` as placeholder. */
export function buildExplorerUrl(env: Environment, network: Network): string {
  return (
    NETWORKS[network].explorerTxUrl ?? `${parseNodeUrl(env, network)}/v1/transaction_results/{id}`
  )
}
