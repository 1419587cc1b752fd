import { keepPageDuring } from '../../lib/loading/reload-page.ts'
import { WALLET_FRAME_ID } from '../../lib/wallet-session.ts'
import { askToConfirm } from '../../ui/dialogs/dialogs.tsx'

/**
 * Observes the wallet while it is asked for something, and offers to close it while it says nothing. It can be open in a
 * window of its own, which the page does not show.
 */
export async function observeWhile<T>(
  walletUrl: string,
  ask: (wallet: WalletObserver) => Promise<T>,
): Promise<T> {
  const wallet = observeWallet(window)
  const stopOffering = offerToCloseSilent(wallet, walletUrl)
  try {
    return await keepPageDuring(ask(wallet))
  } finally {
    stopOffering()
    wallet.stop()
  }
}

/** Why the wallet did not answer, in the words of the wallet layer. */
export interface WalletObserver {
  /** Returns the reason; undefined when the wallet gave none. */
  getReason(): string | undefined
  /** Returns whether the wallet has sent anything: a service that is down sends nothing. */
  hasSpoken(): boolean
  stop(): void
}

const RESPONSES: readonly unknown[] = ['FCL:VIEW:RESPONSE', 'FCL:FRAME:RESPONSE']
const CLOSINGS: readonly unknown[] = ['FCL:VIEW:CLOSE', 'FCL:FRAME:CLOSE', 'FCL::CHALLENGE::CANCEL']

/** Listens to what wallets answer, since FCL keeps the reason of a failed log-in to itself. */
export function observeWallet(target: EventTarget): WalletObserver {
  let reason: string | undefined
  let hasSpoken = false
  const listen = (event: Event) => {
    if (!(event instanceof MessageEvent)) return
    hasSpoken ||= isOfWallet(event.data)
    reason = describeRefusal(event.data) ?? reason
  }
  target.addEventListener('message', listen)
  return {
    getReason: () => reason,
    hasSpoken: () => hasSpoken,
    stop: () => target.removeEventListener('message', listen),
  }
}

const isOfWallet = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  String(message.type).startsWith('FCL')

/** Returns the message of the wallet layer for a refusal; undefined for any other message. */
export function describeRefusal(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined
  if (CLOSINGS.includes(message.type)) return 'Declined: Externally Halted'
  if (!RESPONSES.includes(message.type)) return undefined
  if (!('status' in message) || message.status !== 'DECLINED') return undefined
  const reason = 'reason' in message && typeof message.reason === 'string' ? message.reason : ''
  return `Declined: ${reason.trim() || 'No reason supplied'}`
}

/** A wallet that is there says so within a second. */
const SILENCE_MS = 10_000

/**
 * While a wallet says nothing at all, asks again and again whether to close it: FCL itself waits for ever, under a frame
 * that covers the page. Returns the function that ends this.
 */
function offerToCloseSilent(wallet: WalletObserver, walletUrl: string): () => void {
  const { host } = new URL(walletUrl)
  let isOver = false
  const ask = async () => {
    if (isOver || wallet.hasSpoken()) return
    const close = await askToConfirm(
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
