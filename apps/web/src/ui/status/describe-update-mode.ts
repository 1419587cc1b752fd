import { formatTimeOfDay } from '../../lib/format/format.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'

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
