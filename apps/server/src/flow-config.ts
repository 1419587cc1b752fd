import { normalizePasted } from '@app/values/address.ts'
import type { EvmToken } from '@app/values/define-network.ts'
import { toEvmAddress } from '@app/values/evm-address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import {
  buildVariableError,
  type Environment,
  parseInteger,
  readSetting,
} from './parse-settings.ts'

/** First indexed block: a height, or `recent`: one day before the tip, with back-fill below it. */
export type StartHeight = number | 'recent'

/** Reads what concerns the chain and its node. Throws `FatalError` for an invalid variable. */
export function readFlowConfig(env: Environment, network: Network) {
  const { callsPerSecond, evmTokens } = NETWORKS[network]
  return {
    accessNodeUrl: parseNodeUrl(env, network),
    eventCallsPerSecond: parseInteger(env, 'FLOW_EVENT_CALLS_PER_SECOND') ?? callsPerSecond.event,
    scriptCallsPerSecond:
      parseInteger(env, 'FLOW_SCRIPT_CALLS_PER_SECOND') ?? callsPerSecond.script,
    otherCallsPerSecond: parseInteger(env, 'FLOW_OTHER_CALLS_PER_SECOND') ?? callsPerSecond.other,
    /** Interval at which the tip is polled when no notification arrives. */
    pollMs: parseInteger(env, 'FLOW_POLL_MS'),
    startHeight: parseStartHeight(env, network),
    /** Tokens of which transfers in the EVM are followed. */
    evmTokens: [...evmTokens, ...parseEvmTokens(env)] as readonly EvmToken[],
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
  return parseInteger(env, 'FLOW_START_HEIGHT') ?? NETWORKS[network].startHeight
}

const EVM_TOKEN = /^(0x[0-9a-fA-F]{40}):([^:\s]{1,20}):(\d{1,2})$/

function parseEvmTokens(env: Environment): EvmToken[] {
  const texts = readSetting(env, 'EVM_TOKENS')?.split(',') ?? []
  return texts.map((text) => {
    const [, address, symbol, decimals] = EVM_TOKEN.exec(normalizePasted(text).trim()) ?? []
    if (address === undefined || symbol === undefined)
      throw buildVariableError('EVM_TOKENS', 'tokens such as 0x<40 hex digits>:USDC:6, with commas')
    const token = { address: toEvmAddress(address), symbol, name: symbol }
    return { ...token, decimals: Number(decimals), isWrappedFlow: false }
  })
}

/** Builds the URL of a transaction page, with `{id}` as placeholder. */
export function buildExplorerUrl(env: Environment, network: Network): string {
  return (
    NETWORKS[network].explorerTxUrl ?? `${parseNodeUrl(env, network)}/v1/transaction_results/{id}`
  )
}
