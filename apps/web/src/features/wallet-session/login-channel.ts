/** Tells the tabs of this site when one of them has logged in to the server, whose cookie all of them use. */
export interface LoginChannel {
  announce(): void
  /** Resolves when another tab has logged in, or after some seconds without a word. */
  waitForOtherTab(): Promise<void>
}

/** The server answers a log-in within a second; without an answer, the tab finds out for itself. */
const WAIT_MS = 5_000

export function createLoginChannel(): LoginChannel {
  const channel = new BroadcastChannel('wallet-login')
  return {
    announce: () => channel.postMessage(null),
    waitForOtherTab: () =>
      new Promise((resolve) => {
        const signal = AbortSignal.timeout(WAIT_MS)
        channel.addEventListener('message', () => resolve(), { once: true, signal })
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
}
