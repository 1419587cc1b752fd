import { FatalError } from '@app/values/errors.ts'

/**
 * How blocks are committed: `manual` by `commitBlocks`, `auto` for each transaction, `interval` by
 * a timer; an empty one only when the last is `idleMs` old.
 */
type BlockMode =
  | { mode: 'manual' }
  | { mode: 'auto' }
  | { mode: 'interval'; intervalMs: number; idleMs: number }

export type EmulatorControl = ReturnType<typeof createEmulatorControl>

interface ClockState {
  now: string
  offsetMs: number
}

/** Creates a client of the emulator's control API. Calls throw `FatalError` with the emulator's message. */
export function createEmulatorControl(url: string) {
  const call = <T>(path: string, body?: unknown) => callControl<T>(url + path, body)
  return {
    readNowMs: async () => Date.parse((await call<ClockState>('/clock')).now),
    readOffsetMs: async () => (await call<ClockState>('/clock')).offsetMs,
    freezeClock: async (atMs: number) =>
      void (await call('/clock', { now: new Date(atMs).toISOString() })),
    /** Lets the clock run in real time plus an offset. */
    runClock: async (offsetMs: number) => void (await call('/clock', { offsetMs })),
    setMode: async (mode: BlockMode) => void (await call('/mode', mode)),
    /** Commits blocks at the clock's time and returns the height of the last. */
    commitBlocks: async (count = 1) =>
      (await call<{ height: number }>('/blocks', { count })).height,
  }
}

async function callControl<T>(url: string, body: unknown): Promise<T> {
  const request = { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, body === undefined ? {} : request)
  const answer = await response.json()
  if (!response.ok) throw new FatalError(`The emulator rejected ${url}: ${JSON.stringify(answer)}`)
  return answer as T
}
