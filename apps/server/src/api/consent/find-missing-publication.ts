import type { Address } from '@app/values/address.ts'
import { readAgentHeartbeat } from '../../agent/request-action.ts'
import { readLiveRecords } from '../../flow-access/read-published.ts'
import { RECORD_AGE_SECONDS } from '../../governance/rules/durations.ts'
import type { Context } from '../../runtime/context.ts'

/** Sentences of `DharmaVoterEligibility` about published scores: their height, their age, or how long they stand. */
const ABOUT_SCORES = /\bscore (?:of|on record)\b/

/** Returns whether another publication of the score may change why a wallet may not vote. */
export const isAboutScores = (reason: string): boolean => ABOUT_SCORES.test(reason)

/** A publication by this server that a wallet needs in order to vote. */
export interface MissingPublication {
  /** Unix milliseconds of its latest record by this server; `null` when there is none. */
  lastPublishedMs: number | null
}

/**
 * Finds whether a wallet's record by this server's own publisher is missing, or too old to vote with, whatever other
 * publishers published; `null` while it is not.
 */
export async function findMissingPublication(
  context: Context,
  address: Address,
): Promise<MissingPublication | null> {
  const { config, flow } = context
  const { keyAddress } = await readAgentHeartbeat(context)
  const records = await readLiveRecords({ flow, network: config.network }, address)
  const own = records.find(({ publisher }) => publisher === keyAddress)
  if (own === undefined) return { lastPublishedMs: null }
  const { timeMs } = await flow.getLatestBlock()
  const isFresh = timeMs - own.publishedAtMs <= RECORD_AGE_SECONDS * 1000
  return isFresh ? null : { lastPublishedMs: own.publishedAtMs }
}
