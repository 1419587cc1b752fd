import { afterAll, beforeAll } from 'vitest'
import { COSIGNER_INDEXES } from '../cosigners/cosigner-databases.ts'
import type { WorldConnection } from './connect-to-world.ts'

/** Stops the signers for a story that executes proposals itself, and starts them again after it. */
export function stopSigners({ cosigners }: Pick<WorldConnection, 'cosigners'>): void {
  beforeAll(async () => {
    await Promise.all(COSIGNER_INDEXES.map((index) => cosigners.stop(index)))
  })
  afterAll(() => cosigners.startAll())
}
