import { NETWORK_NAMES } from '@app/values/network.ts'
import * as Type from 'typebox'
import { Check, Errors } from 'typebox/value'
import { DEFAULT_LINKS, type SiteLinks } from '../links.ts'

const UrlSchema = Type.String({ pattern: '^https?://' })
const NamedLinkSchema = Type.Object({ label: Type.String(), url: UrlSchema })

const RuntimeConfigSchema = Type.Object({
  network: Type.Enum([...NETWORK_NAMES]),
  apiUrl: UrlSchema,
  accessNodeUrl: UrlSchema,
  walletUrl: UrlSchema,
  walletConnectProjectId: Type.Optional(Type.String()),
  appTitle: Type.Optional(Type.String()),
  appIcon: Type.Optional(Type.String()),
  explorerTxUrl: Type.String({ pattern: '^https?://.*\\{id\\}' }),
  links: Type.Optional(
    Type.Partial(
      Type.Object({
        documentation: UrlSchema,
        repository: UrlSchema,
        hackathon: UrlSchema,
        social: Type.Array(NamedLinkSchema),
      }),
    ),
  ),
})

type RawConfig = Type.Static<typeof RuntimeConfigSchema>

/** Configuration of this deployment of the application, read from `/config.json` before the first render. */
export type RuntimeConfig = Omit<RawConfig, 'links'> & {
  appTitle: string
  appIcon: string
  /** Empty when no WalletConnect project is set up. */
  walletConnectProjectId: string
  links: SiteLinks
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads `/config.json`. Throws `ConfigError` with every problem found. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json').catch(() => null)
  if (response === null) throw new ConfigError('/config.json could not be fetched.')
  if (!response.ok) throw new ConfigError(`/config.json answered with status ${response.status}.`)
  const rawConfig: unknown = await response.json().catch(() => null)
  return parseRuntimeConfig(rawConfig, window.location.origin)
}

/** Parses a configuration and fills in defaults. Throws `ConfigError` with every problem found. */
export function parseRuntimeConfig(rawConfig: unknown, origin: string): RuntimeConfig {
  if (!Check(RuntimeConfigSchema, rawConfig)) throw new ConfigError(formatConfigProblems(rawConfig))
  return {
    ...rawConfig,
    apiUrl: rawConfig.apiUrl.replace(/\/+$/, ''),
    appTitle: rawConfig.appTitle ?? 'Dharma Guard',
    appIcon: rawConfig.appIcon ?? `${origin}/favicon.svg`,
    walletConnectProjectId: rawConfig.walletConnectProjectId ?? '',
    links: { ...DEFAULT_LINKS, ...rawConfig.links },
  }
}

function formatConfigProblems(rawConfig: unknown): string {
  const problems = Errors(RuntimeConfigSchema, rawConfig).map(
    ({ instancePath, message }) => `${instancePath || 'the file'} ${message}`,
  )
  return `/config.json is not valid: ${[...new Set(problems)].join('; ')}.`
}
