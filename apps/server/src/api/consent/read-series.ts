import { SERIES, type SequenceSeries } from '@app/contracts/consent-message.ts'
import { getSequence } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { Context } from '../../runtime/context.ts'
import { runContractScript } from './run-contract-script.ts'

/** A series of sequence numbers of one address, at the latest block. */
export interface SeriesState {
  /** The last number used; 0 before the first. */
  lastSequence: number
  /** Unix seconds. */
  blockTime: number
  /** How far ahead of `blockTime` a message may be valid, in seconds. */
  maxValidity: number
}

/** How far above the last number the next may be. Source: `DharmaConsent.maxSequenceStep`. */
export const MAX_SEQUENCE_STEP = 1_000

/** Reads a series from the chain. Throws `ApiFailure` when the contract is not deployed. */
export async function readSeries(
  context: Pick<Context, 'config' | 'flow'>,
  address: Address,
  series: SequenceSeries,
): Promise<SeriesState> {
  const call = getSequence({ address, series: SERIES[series] })
  const answer = (await runContractScript(context, 'DharmaConsent', call)) as Record<
    'sequence' | 'now' | 'maxValidity',
    bigint
  >
  return {
    lastSequence: Number(answer.sequence),
    blockTime: Number(answer.now / UNITS_PER_TOKEN),
    maxValidity: Number(answer.maxValidity),
  }
}
