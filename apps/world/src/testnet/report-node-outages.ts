import type { Server } from '@app/server/server.ts'

const POLL_INTERVAL_MS = 1_000

/** Says when the access node cannot be reached, and when it answers again. */
export function reportNodeOutages(
  server: Pick<Server, 'health'>,
  report: (sentence: string) => void,
): { stop(): void } {
  let isUnreachable = false
  const timer = setInterval(() => {
    const { outage } = server.health().node
    if (outage !== null && !isUnreachable) {
      report(`${outage.message} The pages stay up with what is known; it is tried again.`)
    }
    if (outage === null && isUnreachable) report('The access node answers again.')
    isUnreachable = outage !== null
  }, POLL_INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}
