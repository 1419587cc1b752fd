import { type Address, parseAddress, toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { SHOWN_NETWORKS } from '@app/values/shown-networks.ts'
import { createContext, use } from 'react'
import { DEFAULT_LINKS, type SiteLinks } from './links.ts'

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

export const ConfigContext = createContext<RuntimeConfig | null>(null)

/** Returns the runtime configuration. The application renders only once it is loaded. */
export function useConfig(): RuntimeConfig {
  const config = use(ConfigContext)
  if (config === null) throw new Error('useConfig was called outside of ConfigContext')
  return config
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

/** Says what the value of a field must be, or null when it is that. */
type Rule = (value: unknown) => string | null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const matches =
  (pattern: RegExp, problem: string): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? null : problem

const url = matches(/^https?:\/\//, 'must be a URL that begins with http:// or https://')
const text = matches(/^/, 'must be a text')

const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined ? null : rule(value)

const isAddress = (value: unknown) => typeof value === 'string' && parseAddress(value) !== null

const FIELDS: Readonly<Record<string, Rule>> = {
  network: (value) =>
    typeof value === 'string' && Object.hasOwn(SHOWN_NETWORKS, value)
      ? null
      : 'must be the name of a network',
  apiUrl: url,
  accessNodeUrl: url,
  walletUrl: url,
  walletConnectProjectId: optional(text),
  appTitle: optional(text),
  appIcon: optional(text),
  explorerTxUrl: matches(/^https?:\/\/.*\{id\}/, 'must be a URL with {id} in it'),
  people: optional((value) =>
    isRecord(value) && Object.values(value).every(isAddress)
      ? null
      : 'must have an address per name',
  ),
  links: optional((value) => (isRecord(value) ? null : 'must be an object')),
}

const LINKS: Readonly<Record<string, Rule>> = {
  documentation: optional(url),
  repository: optional(url),
  hackathon: optional(url),
  social: optional((value) =>
    Array.isArray(value) && value.every(isNamedLink) ? null : 'must be a list of label and url',
  ),
}

const isNamedLink = (value: unknown) =>
  isRecord(value) && text(value.label) === null && url(value.url) === null

/** Returns every problem of a configuration, such as '/apiUrl must be a URL …'; an empty list for a valid one. */
function findConfigProblems(config: unknown): string[] {
  if (!isRecord(config)) return ['the file must be an object']
  const links = isRecord(config.links) ? findFieldProblems(LINKS, config.links, '/links') : []
  return [...findFieldProblems(FIELDS, config, ''), ...links]
}

function findFieldProblems(
  rules: Readonly<Record<string, Rule>>,
  values: Record<string, unknown>,
  path: string,
): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const problem = rule(values[name])
    return problem === null ? [] : [`${path}/${name} ${problem}`]
  })
}
