import { WALLET_FRAME_ID } from '../../lib/wallet-session.ts'
import { askConfirmation } from '../../ui/dialogs/dialogs.ts'
import type { WalletObserver } from './observe-wallet.ts'

/** A wallet that is there says so within a second. */
const SILENCE_MS = 10_000

/**
 * While a wallet says nothing at all, asks again and again whether to close it: FCL itself waits for ever, under a frame
 * that covers the page. Returns the function that ends this.
 */
export function offerToCloseSilent(wallet: WalletObserver, walletUrl: string): () => void {
  const { host } = new URL(walletUrl)
  let isOver = false
  const ask = async () => {
    if (isOver || wallet.hasSpoken()) return
    const close = await askConfirmation(
      `The wallet service at ${host} has not answered for 10 seconds. Close it?`,
      'It may be down, or blocked by this browser. Cancel waits for it.',
    )
    if (isOver || wallet.hasSpoken()) return
    if (close) closeFrame()
    else timer = setTimeout(ask, SILENCE_MS)
  }
  let timer = setTimeout(ask, SILENCE_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** FCL takes messages from its own frame alone, and this one for that of a wallet that the user closed. */
function closeFrame(): void {
  const frame = document.getElementById(WALLET_FRAME_ID)
  const source = frame instanceof HTMLIFrameElement ? frame.contentWindow : null
  window.dispatchEvent(new MessageEvent('message', { data: { type: 'FCL:VIEW:CLOSE' }, source }))
}
