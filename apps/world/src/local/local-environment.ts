import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { OpenChain } from './open-chain.ts'

/** What the server needs: a chain with people, and a database that knows whom not to trust. */
export interface LocalEnvironment extends Omit<OpenChain, 'advanceToPresent'> {
  postgres: EmbeddedPostgres
}
