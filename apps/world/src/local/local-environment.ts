import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { OpenChain } from './open-chain.ts'

/** What the server needs: a chain with people, and a database with the label of the scammer. */
export interface LocalEnvironment extends Omit<OpenChain, 'advanceToPresent'> {
  postgres: EmbeddedPostgres
}
