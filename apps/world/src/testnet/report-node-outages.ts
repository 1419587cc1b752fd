import type { Server } from '@app/server/server.ts'

const POLL_INTERVAL_MS = 1_000

/** Reports when the access node becomes unreachable, and when it responds again. */
export function reportNodeOutages(
  server: Pick<Server, 'health'>,
  report: (sentence: string) => void,
): { stop(): void } {
  let isUnreachable = false
  const timer = setInterval(() => {
    const { outage } = server.health().node
    if (outage !== null && !isUnreachable) {
      report(`${outage.message} The pages stay available with stored data; retrying.`)
    }
    if (outage === null && isUnreachable) report('The access node responds again.')
    isUnreachable = outage !== null
  }, POLL_INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}
