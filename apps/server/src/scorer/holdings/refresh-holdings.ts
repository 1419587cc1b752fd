import type { Address } from '@app/values/address.ts'
import { RetryableError } from '@app/values/errors.ts'
import { loadCoverage } from '../../facts/load-coverage.ts'
import type { Context } from '../../runtime/context.ts'
import { areHoldingsOutdated, storeHoldings } from './queries.ts'
import { readHoldings } from './read-holdings.ts'

/**
 * Reads and stores the account's NFTs if they were never read or one has moved since. When the node
 * cannot answer, the stored NFTs stay, and the next score tries again.
 */
export async function refreshHoldings(context: Context, address: Address): Promise<void> {
  if (!(await areHoldingsOutdated(context, address))) return
  const coverage = await loadCoverage(context.db)
  if (coverage === null) return
  const { network } = context.config
  const atHeight = coverage.toHeight
  try {
    const holdings = await readHoldings(context.flow, { address, network, atHeight })
    await storeHoldings(context, { address, atHeight, holdings })
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error
    context.log.warn({ err: error, address }, 'the NFTs of an account could not be read')
  }
}
