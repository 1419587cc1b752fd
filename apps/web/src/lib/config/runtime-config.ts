import { type Address, toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { DEFAULT_LINKS, type SiteLinks } from '../links.ts'
import { findConfigProblems } from './find-config-problems.ts'

interface RawConfig {
  network: Network
  apiUrl: string
  accessNodeUrl: string
  /** `discovery.wallet` of FCL. */
  walletUrl: string
  walletConnectProjectId?: string
  appTitle?: string
  appIcon?: string
  /** URL of the page of a transaction, with `{id}` as placeholder. */
  explorerTxUrl: string
  people?: Readonly<Record<string, string>>
  links?: Partial<SiteLinks>
}

/** Configuration of this deployment of the application, which stands in its pages. */
export type RuntimeConfig = Omit<RawConfig, 'links' | 'people'> & {
  appTitle: string
  appIcon: string
  /** Empty when no WalletConnect project is set up. */
  walletConnectProjectId: string
  /** Accounts of a local world by name; none on a public network. */
  people: Readonly<Record<string, Address>>
  links: SiteLinks
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Id of the element of the page that holds the configuration as JSON. */
const CONFIG_ELEMENT_ID = 'config'

/**
 * Returns the configuration in the page, or without one, as during development, that of `/config.json`. Throws
 * `ConfigError` with every problem found.
 */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const embedded = document.getElementById(CONFIG_ELEMENT_ID)?.textContent
  const rawConfig = embedded ? parseJsonOrNull(embedded) : await fetchConfig()
  return parseRuntimeConfig(rawConfig, window.location.origin)
}

async function fetchConfig(): Promise<unknown> {
  const response = await fetch('/config.json').catch(() => null)
  if (response === null) throw new ConfigError('/config.json could not be fetched.')
  if (!response.ok) throw new ConfigError(`/config.json answered with status ${response.status}.`)
  return response.json().catch(() => null)
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Parses a configuration and fills in defaults. Throws `ConfigError` with every problem found. */
export function parseRuntimeConfig(rawConfig: unknown, origin: string): RuntimeConfig {
  if (!isRawConfig(rawConfig)) {
    throw new ConfigError(`/config.json is not valid: ${findConfigProblems(rawConfig).join('; ')}.`)
  }
  return {
    ...rawConfig,
    apiUrl: rawConfig.apiUrl.replace(/\/+$/, ''),
    appTitle: rawConfig.appTitle ?? 'Dharma Guard',
    appIcon: rawConfig.appIcon ?? `${origin}/favicon.svg`,
    walletConnectProjectId: rawConfig.walletConnectProjectId ?? '',
    people: parsePeople(rawConfig.people ?? {}),
    links: { ...DEFAULT_LINKS, ...rawConfig.links },
  }
}

const parsePeople = (people: Readonly<Record<string, string>>): RuntimeConfig['people'] =>
  Object.fromEntries(Object.entries(people).map(([name, address]) => [name, toAddress(address)]))

const isRawConfig = (value: unknown): value is RawConfig => findConfigProblems(value).length === 0
