import { hasKeystore } from './keystore.ts'

const POLL_INTERVAL_MS = 1_000

/**
 * Watches the files of a running world; `removed` resolves with a message when they are deleted.
 */
export function watchDataDir(dataDir: string): { removed: Promise<string>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setInterval(() => {
    if (hasKeystore(dataDir)) return
    clearInterval(timer)
    resolve(formatRemoval(dataDir))
  }, POLL_INTERVAL_MS)
  return { removed: promise, stop: () => clearInterval(timer) }
}

/** Replaces the message of a part that failed because the files of its world were removed. */
export function explainFailure(dataDir: string, message: string): string {
  return hasKeystore(dataDir) ? message : formatRemoval(dataDir)
}

const formatRemoval = (dataDir: string) =>
  `The folder of this world, ${dataDir}, was removed: start again to make a new one.`
