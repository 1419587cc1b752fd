import { useConfig } from './config/config-context.ts'

/** Returns the URL of a transaction in the explorer; `template` contains `{id}`. */
export function buildTransactionUrl(template: string, txId: string): string {
  return template.replace('{id}', encodeURIComponent(txId))
}

/** Returns a function that builds the explorer URL of a transaction on the current network. */
export function useTransactionUrlBuilder(): (txId: string) => string {
  const { explorerTxUrl } = useConfig()
  return (txId) => buildTransactionUrl(explorerTxUrl, txId)
}

/** Opens a URL in a new tab. Call it from a click handler, otherwise the browser blocks it. */
export function openInNewTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
