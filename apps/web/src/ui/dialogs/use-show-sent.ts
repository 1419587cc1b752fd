import { openInNewTab, useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { showAlert } from './dialogs.tsx'

/**
 * Returns a function that shows a success, with a link to its transaction where it has one, and opens it on OK in a new
 * tab, which the browser may block without a sign.
 */
export function useShowSent(): (text: string, txId: string | undefined) => Promise<void> {
  const buildTransactionUrl = useTransactionUrlBuilder()
  return async (text, txId) => {
    const isOk = await showAlert(text, txId)
    if (isOk && txId) openInNewTab(buildTransactionUrl(txId))
  }
}
