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
        text: `Stale since ${formatTime(sinceMs ?? 0)}`,
        title: 'The server has not answered since. The page continues by itself when it does',
        dot: 'bg-bad-fill',
      }
  }
}

const formatTime = (ms: number) =>
  new Date(ms).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
