import { hasKeystore } from './keystore.ts'

const POLL_INTERVAL_MS = 1_000

/** Resolves with a sentence when the files of a running world are removed. */
export function watchDataDir(dataDir: string): { removed: Promise<string>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setInterval(() => {
    if (hasKeystore(dataDir)) return
    clearInterval(timer)
    resolve(`The folder of this world, ${dataDir}, was removed: start again to make a new one.`)
  }, POLL_INTERVAL_MS)
  return { removed: promise, stop: () => clearInterval(timer) }
}
