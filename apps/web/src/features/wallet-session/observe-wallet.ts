import { keepPageDuring } from '../../lib/loading/reload-page.ts'
import { WALLET_FRAME_ID } from '../../lib/wallet-session.ts'
import { askToConfirm } from '../../ui/dialogs/dialogs.tsx'

/** A wallet that is there says so within a second. */
const SILENCE_MS = 10_000

/**
 * Listens to the wallet while it is asked for something: FCL keeps the reason of a failed log-in to itself. `ask` gets a
 * function that returns the reason in the words of the wallet layer, undefined when the wallet gave none. While the wallet
 * says nothing at all, asks again and again whether to close it: FCL itself waits for ever, under a frame that covers the
 * page.
 */
export async function observeWhile<T>(
  walletUrl: string,
  ask: (getReason: () => string | undefined) => Promise<T>,
): Promise<T> {
  let reason: string | undefined
  let hasSpoken = false
  let isOver = false
  const listen = ({ data }: MessageEvent) => {
    hasSpoken ||= isOfWallet(data)
    reason = describeRefusal(data) ?? reason
  }
  const offerToClose = async () => {
    if (isOver || hasSpoken) return
    const isClosed = await askToConfirm(
      `The wallet service at ${new URL(walletUrl).host} has not answered for 10 seconds. Close it?`,
      'It may be down, or blocked by this browser. Cancel waits for it.',
    )
    if (isOver || hasSpoken) return
    if (isClosed) closeFrame()
    else timer = setTimeout(offerToClose, SILENCE_MS)
  }
  let timer = setTimeout(offerToClose, SILENCE_MS)
  window.addEventListener('message', listen)
  try {
    return await keepPageDuring(ask(() => reason))
  } finally {
    isOver = true
    clearTimeout(timer)
    window.removeEventListener('message', listen)
  }
}

const RESPONSES: readonly unknown[] = ['FCL:VIEW:RESPONSE', 'FCL:FRAME:RESPONSE']
const CLOSINGS: readonly unknown[] = ['FCL:VIEW:CLOSE', 'FCL:FRAME:CLOSE', 'FCL::CHALLENGE::CANCEL']

const isMessage = (data: unknown): data is { type: unknown; status?: unknown; reason?: unknown } =>
  typeof data === 'object' && data !== null && 'type' in data

const isOfWallet = (data: unknown) => isMessage(data) && String(data.type).startsWith('FCL')

/** Returns the message of the wallet layer for a refusal; undefined for any other message. */
export function describeRefusal(data: unknown): string | undefined {
  if (!isMessage(data)) return undefined
  if (CLOSINGS.includes(data.type)) return 'Declined: Externally Halted'
  if (!RESPONSES.includes(data.type) || data.status !== 'DECLINED') return undefined
  const reason = typeof data.reason === 'string' ? data.reason.trim() : ''
  return `Declined: ${reason || 'No reason supplied'}`
}

/** FCL takes messages from its own frame alone, and this one for that of a wallet that the user closed. */
function closeFrame(): void {
  const frame = document.getElementById(WALLET_FRAME_ID)
  const source = frame instanceof HTMLIFrameElement ? frame.contentWindow : null
  window.dispatchEvent(new MessageEvent('message', { data: { type: 'FCL:VIEW:CLOSE' }, source }))
}
