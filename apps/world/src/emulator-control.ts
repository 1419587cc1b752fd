import { FatalError } from '@app/values/errors.ts'

/**
 * How blocks are committed: `manual` by `commitBlocks`, `auto` for each transaction, `interval` by
 * a timer; an empty one only when the last is `idleMs` old.
 */
type BlockMode =
  | { mode: 'manual' }
  | { mode: 'auto' }
  | { mode: 'interval'; intervalMs: number; idleMs: number }

export interface EmulatorControl {
  readNowMs(): Promise<number>
  freezeClock(atMs: number): Promise<void>
  /** Lets the clock run in real time plus an offset. */
  runClock(offsetMs: number): Promise<void>
  readOffsetMs(): Promise<number>
  setMode(mode: BlockMode): Promise<void>
  /** Commits blocks at the clock's time and returns the height of the last. */
  commitBlocks(count?: number): Promise<number>
}

interface ClockState {
  now: string
  offsetMs: number
}

/** Creates a client of the emulator's control API. Calls throw `FatalError` with the emulator's message. */
export function createEmulatorControl(url: string): EmulatorControl {
  const call = <T>(path: string, body?: unknown) => callControl<T>(url + path, body)
  return {
    readNowMs: async () => Date.parse((await call<ClockState>('/clock')).now),
    readOffsetMs: async () => (await call<ClockState>('/clock')).offsetMs,
    freezeClock: async (atMs) => void (await call('/clock', { now: new Date(atMs).toISOString() })),
    runClock: async (offsetMs) => void (await call('/clock', { offsetMs })),
    setMode: async (mode) => void (await call('/mode', mode)),
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
