import { RetryableError } from '@app/values/errors.ts'

/** Nothing is indexed yet, so no score can be computed. */
export class NotIndexedError extends RetryableError {
  override name = 'NotIndexedError'

  constructor() {
    super('No block of the chain has been indexed yet; try again when the indexer has caught up.')
  }
}
