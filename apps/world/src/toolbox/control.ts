import { FatalError } from '@app/values/errors.ts'

/** Who commits blocks: `manual` only `commitBlocks`, `auto` each transaction, `interval` a ticker. */
export type BlockMode =
  | { mode: 'manual' }
  | { mode: 'auto' }
  | { mode: 'interval'; intervalMs: number }

/** The clock, the mode and the blocks of the emulator. */
export interface Control {
  /** Milliseconds since 1970 on the chain's clock. */
  nowMs(): Promise<number>
  /** Stops the clock at a moment. */
  freeze(atMs: number): Promise<void>
  /** Lets the clock run in real time plus an offset. */
  run(offsetMs: number): Promise<void>
  offsetMs(): Promise<number>
  setMode(mode: BlockMode): Promise<void>
  /** Commits blocks at the clock's time and returns the height of the last. */
  commitBlocks(count?: number): Promise<number>
}

interface ClockState {
  now: string
  offsetMs: number
}

/** A client of the emulator's control API. Calls throw `FatalError` with the emulator's words. */
export function createControl(url: string): Control {
  const call = <T>(path: string, body?: unknown) => callControl<T>(url + path, body)
  return {
    nowMs: async () => Date.parse((await call<ClockState>('/clock')).now),
    offsetMs: async () => (await call<ClockState>('/clock')).offsetMs,
    freeze: async (atMs) => void (await call('/clock', { now: new Date(atMs).toISOString() })),
    run: async (offsetMs) => void (await call('/clock', { offsetMs })),
    setMode: async (mode) => void (await call('/mode', mode)),
    commitBlocks: async (count = 1) =>
      (await call<{ height: number }>('/blocks', { count })).height,
  }
}

async function callControl<T>(url: string, body: unknown): Promise<T> {
  const post = { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, body === undefined ? {} : post)
  const answer = await response.json()
  if (!response.ok) throw new FatalError(`The emulator refused ${url}: ${JSON.stringify(answer)}`)
  return answer as T
}
