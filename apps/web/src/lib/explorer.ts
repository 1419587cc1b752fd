import { useConfig } from './config-context.ts'

/** Page of a transaction in the explorer whose address pattern holds `{id}`. */
export function buildTransactionUrl(template: string, txId: string): string {
  return template.replace('{id}', encodeURIComponent(txId))
}

/** Gives the explorer page of a transaction on the network in use. */
export function useTransactionUrlBuilder(): (txId: string) => string {
  const { explorerTxUrl } = useConfig()
  return (txId) => buildTransactionUrl(explorerTxUrl, txId)
}

/** Opens a transaction's page in a new tab; call it from a click, or the browser blocks it. */
export function openInNewTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
