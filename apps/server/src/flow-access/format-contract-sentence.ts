import { ERROR_NAME } from '@app/contracts/refusals.ts'
import { formatPeriod, formatTime } from '@app/values/time.ts'

/** A time as Cadence formats it, seconds since 1970 with eight decimals, or as the contract `DharmaTime` does. */
const CHAIN_TIME = /\b(\d{10})\.\d{8}\b|\b\d{4}-\d\d-\d\d \d\d:\d\d UTC\b/g

/** A time that is no whole minute, in Unix seconds: without it the sentence is still whole. */
const END_OF_VALIDITY = /\b(end of validity) \d+\b/

const DURATION = /\b(\d+) seconds\b/g

/**
 * Returns the sentence of a contract's error without the names of Cadence's error and the contract,
 * with times as '23 Nov 2026, 12:00 UTC' and durations as '24 hours'.
 */
export function formatContractSentence(message: string): string {
  const text = message
    .replace(ERROR_NAME, '')
    .replace(CHAIN_TIME, (time, seconds?: string) =>
      formatTime(seconds === undefined ? Date.parse(time) : Number(seconds) * 1000),
    )
    .replace(END_OF_VALIDITY, '$1')
    .replace(DURATION, (_, seconds: string) => formatPeriod(Number(seconds)))
    .trim()
  const sentence = text.startsWith('0x') ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
