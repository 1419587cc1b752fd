import { SHOWN_NETWORKS } from '@app/values/shown-networks.ts'
import { useConfig } from './runtime-config.ts'

/** Returns a function that builds the explorer URL of a transaction on the current network. */
export function useTransactionUrlBuilder(): (txId: string) => string {
  const { explorerTxUrl } = useConfig()
  return (txId) => explorerTxUrl.replace('{id}', encodeURIComponent(txId))
}

/**
 * Returns a function that builds the URL of the page of an address or a transaction in the explorer of the EVM; it returns
 * null where the network has none.
 */
export function useEvmUrlBuilder(): (page: 'address' | 'tx', id: string) => string | null {
  const { evmExplorerUrl } = SHOWN_NETWORKS[useConfig().network]
  return (page, id) => (evmExplorerUrl === null ? null : `${evmExplorerUrl}/${page}/${id}`)
}

/** Opens a URL in a new tab. Call it from a click handler, otherwise the browser blocks it. */
export function openInNewTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
