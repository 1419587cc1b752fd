import { NETWORKS } from '@app/values/network.ts'
import * as Type from 'typebox'
import { Check, Errors } from 'typebox/value'
import { DEFAULT_LINKS, type Links } from './links.ts'

const WebUrl = Type.String({ pattern: '^https?://' })
const NamedLinkSchema = Type.Object({ label: Type.String(), url: WebUrl })

const RuntimeConfigSchema = Type.Object({
  network: Type.Enum([...NETWORKS]),
  apiUrl: WebUrl,
  accessNodeUrl: WebUrl,
  walletUrl: WebUrl,
  walletConnectProjectId: Type.Optional(Type.String()),
  appTitle: Type.Optional(Type.String()),
  appIcon: Type.Optional(Type.String()),
  explorerTxUrl: Type.String({ pattern: '^https?://.*\\{id\\}' }),
  links: Type.Optional(
    Type.Partial(
      Type.Object({
        documentation: WebUrl,
        repository: WebUrl,
        hackathon: WebUrl,
        social: Type.Array(NamedLinkSchema),
      }),
    ),
  ),
})

type Written = Type.Static<typeof RuntimeConfigSchema>

/** How this copy of the application is set up; read from `/config.json` before the first render. */
export type RuntimeConfig = Omit<Written, 'links'> & {
  appTitle: string
  appIcon: string
  /** Empty when no WalletConnect project is set up. */
  walletConnectProjectId: string
  links: Links
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads `/config.json`. Throws `ConfigError` with a sentence for each thing to put right. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json').catch(() => null)
  if (response === null) throw new ConfigError('/config.json could not be fetched.')
  if (!response.ok) throw new ConfigError(`/config.json answered with status ${response.status}.`)
  const written: unknown = await response.json().catch(() => null)
  return parseRuntimeConfig(written, window.location.origin)
}

/** The configuration in `written`, with standard values where it may be silent. */
export function parseRuntimeConfig(written: unknown, origin: string): RuntimeConfig {
  if (!Check(RuntimeConfigSchema, written)) throw new ConfigError(problemsOf(written))
  return {
    ...written,
    apiUrl: written.apiUrl.replace(/\/+$/, ''),
    appTitle: written.appTitle ?? 'Dharma Guard',
    appIcon: written.appIcon ?? `${origin}/favicon.svg`,
    walletConnectProjectId: written.walletConnectProjectId ?? '',
    links: { ...DEFAULT_LINKS, ...written.links },
  }
}

function problemsOf(written: unknown): string {
  const problems = Errors(RuntimeConfigSchema, written).map(
    ({ instancePath, message }) => `${instancePath || 'the file'} ${message}`,
  )
  return `/config.json is not valid: ${[...new Set(problems)].join('; ')}.`
}
