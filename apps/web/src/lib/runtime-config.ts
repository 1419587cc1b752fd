import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { createContext, use } from 'react'
import { DEFAULT_LINKS, type SiteLinks } from './links.ts'

export interface RuntimeConfig {
  network: Network
  apiUrl: string
  accessNodeUrl: string
  /** `discovery.wallet` of FCL. */
  walletUrl: string
  /** Empty when no WalletConnect project is set up. */
  walletConnectProjectId: string
  /** URL of the page of a transaction, with `{id}` as placeholder. */
  explorerTxUrl: string
  /** Accounts of a local world by name; none on a public network. */
  people: Readonly<Record<string, Address>>
  links: SiteLinks
}

/** As the web server writes it, from settings that it has checked. */
export type RawConfig = Omit<RuntimeConfig, 'walletConnectProjectId' | 'people' | 'links'> &
  Partial<Pick<RuntimeConfig, 'walletConnectProjectId' | 'people'>> & { links?: Partial<SiteLinks> }

export const completeConfig = (raw: RawConfig): RuntimeConfig => ({
  walletConnectProjectId: '',
  people: {},
  ...raw,
  links: { ...DEFAULT_LINKS, ...raw.links },
})

export const ConfigContext = createContext<RuntimeConfig | null>(null)

/** Returns the runtime configuration. The application renders only once it is loaded. */
export function useConfig(): RuntimeConfig {
  const config = use(ConfigContext)
  if (config === null) throw new Error('useConfig was called outside of ConfigContext')
  return config
}

const CONFIG_ELEMENT_ID = 'config'

/** Returns the configuration in the page, or without one, as during development, that of `/config.json`. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const embedded = document.getElementById(CONFIG_ELEMENT_ID)?.textContent
  return completeConfig(embedded ? JSON.parse(embedded) : await fetchConfig())
}

async function fetchConfig(): Promise<RawConfig> {
  const response = await fetch('/config.json').catch(() => null)
  if (response === null) throw new Error('/config.json could not be fetched.')
  if (!response.ok) throw new Error(`/config.json answered with status ${response.status}.`)
  return response.json()
}
