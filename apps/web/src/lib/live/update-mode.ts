import type { DegradedPart } from '@app/api/schemas/envelope.ts'
import { formatTimeOfDay } from '@app/values/time.ts'

/** How up to date the page is, and which parts of the server fail. */
export interface UpdateMode {
  /** `live`: updates are pushed; else they are requested every few seconds, and when `stale` nobody answers. */
  status: 'connecting' | 'live' | 'reconnecting' | 'stale'
  /** When the server answered last, in Unix milliseconds; null unless stale. */
  sinceMs: number | null
  degraded: readonly DegradedPart[]
}

/** How up to date a page is before anything happened. */
export const CONNECTING: UpdateMode = { status: 'connecting', sinceMs: null, degraded: [] }

export type StreamHealth = 'connecting' | 'open' | 'interrupted'

/** Without an answer for so long, what the page shows is stale. */
const STALE_MS = 15_000

/** Returns how up to date the page is at `nowMs`, when the server answered last at `lastAnswerMs`. */
export function toUpdateStatus(
  health: StreamHealth,
  { nowMs, lastAnswerMs }: { nowMs: number; lastAnswerMs: number },
): Pick<UpdateMode, 'status' | 'sinceMs'> {
  if (health === 'open') return { status: 'live', sinceMs: null }
  if (nowMs - lastAnswerMs >= STALE_MS) return { status: 'stale', sinceMs: lastAnswerMs }
  return { status: health === 'connecting' ? 'connecting' : 'reconnecting', sinceMs: null }
}

/** Returns the text, the explanation and the colour of the dot for how up to date `what` is: 'New scores'. */
export function describeUpdateMode({ status, sinceMs }: UpdateMode, what: string) {
  switch (status) {
    case 'live':
      return {
        text: 'Live',
        title: `${what} appear by themselves`,
        dot: 'animate-pulse bg-good-fill',
      }
    case 'connecting':
      return { text: 'Connecting…', title: 'Opening the connection', dot: 'bg-line-strong' }
    case 'reconnecting':
      return {
        text: 'Reconnecting…',
        title: 'The connection was interrupted. Checked again every 10 seconds',
        dot: 'animate-pulse bg-fair-fill',
      }
    case 'stale':
      return {
        text: `Stale since ${formatTimeOfDay(sinceMs ?? 0)} UTC`,
        title: 'The server has not answered since. The page continues by itself when it does',
        dot: 'bg-bad-fill',
      }
  }
}
