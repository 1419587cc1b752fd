import { SHOWN_NETWORKS, type ShownNetwork } from '@app/values/shown-networks.ts'
import { useConfig } from './runtime-config.ts'

export function buildTransactionUrl(template: string, txId: string): string {
  return template.replace('{id}', encodeURIComponent(txId))
}

export function useTransactionUrlBuilder(): (txId: string) => string {
  const { explorerTxUrl } = useConfig()
  return (txId) => buildTransactionUrl(explorerTxUrl, txId)
}

/** What the explorer of the EVM has a page of. */
type EvmPage = 'address' | 'tx'

/** Returns the URL of the page of an address or a transaction; `null` where the network has no explorer of its EVM. */
export const buildEvmUrl = (
  { evmExplorerUrl }: Pick<ShownNetwork, 'evmExplorerUrl'>,
  page: EvmPage,
  id: string,
): string | null => (evmExplorerUrl === null ? null : `${evmExplorerUrl}/${page}/${id}`)

export function useEvmUrlBuilder(): (page: EvmPage, id: string) => string | null {
  const { network } = useConfig()
  return (page, id) => buildEvmUrl(SHOWN_NETWORKS[network], page, id)
}

/** Opens a URL in a new tab. Call it from a click handler, otherwise the browser blocks it. */
export function openInNewTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
