import type { Server } from '@app/server/server.ts'

const LOOK_EVERY_MS = 1_000

/** Says when the access node cannot be reached, and when it answers again. */
export function watchNode(
  server: Pick<Server, 'health'>,
  say: (sentence: string) => void,
): { stop(): void } {
  let isTroubled = false
  const timer = setInterval(() => {
    const { trouble } = server.health().node
    if (trouble !== null && !isTroubled) {
      say(`${trouble.message} The pages stay up with what is known; it is tried again.`)
    }
    if (trouble === null && isTroubled) say('The access node answers again.')
    isTroubled = trouble !== null
  }, LOOK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
