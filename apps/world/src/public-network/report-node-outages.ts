import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from '@app/server/server.ts'

const POLL_INTERVAL_MS = 1_000
const FIRST_POLL_INTERVAL_MS = 100

type HealthSource = Pick<Server, 'health'>

/** Resolves with the reason once a call to the access node failed, with null once one succeeded or `signal` aborts. */
export async function waitForFirstCall(
  server: HealthSource,
  signal: AbortSignal,
): Promise<string | null> {
  for (;;) {
    const { height, outage } = server.health().node
    if (outage !== null) return outage.message
    if (height !== null || signal.aborted) return null
    await delay(FIRST_POLL_INTERVAL_MS)
  }
}

/** Reports when the access node stops answering, and when it answers again. */
export function reportNodeOutages(
  server: HealthSource,
  report: { outage(message: string): void; recovery(): void },
): { stop(): void } {
  let isUnreachable = server.health().node.outage !== null
  const timer = setInterval(() => {
    const { outage } = server.health().node
    if (outage !== null && !isUnreachable) report.outage(outage.message)
    if (outage === null && isUnreachable) report.recovery()
    isUnreachable = outage !== null
  }, POLL_INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}
