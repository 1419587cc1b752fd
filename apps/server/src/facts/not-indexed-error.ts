import { RetryableError } from '@app/values/errors.ts'

/** Nothing of the chain is in the tables yet, so there is nothing a score could rest on. */
export class NotIndexedError extends RetryableError {
  override name = 'NotIndexedError'

  constructor() {
    super('No block of the chain has been indexed yet; try again when the indexer has caught up.')
  }
}
