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
