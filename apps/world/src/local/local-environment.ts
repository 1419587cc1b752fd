import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { Keystore } from './keystore.ts'
import type { OpenChain } from './open-chain.ts'

/** What the server needs: a chain with people, and a database. */
export interface LocalEnvironment extends OpenChain, Keystore {
  postgres: EmbeddedPostgres
}
