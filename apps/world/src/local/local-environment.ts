import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { Keystore } from './keystore.ts'
import type { RunningChain } from './open-chain.ts'

/** The chain with its accounts, and the database, that the server runs on. */
export interface LocalEnvironment extends RunningChain, Keystore {
  postgres: EmbeddedPostgres
}
