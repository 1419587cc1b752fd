import { DAO_SIGNERS_REQUIRED } from '@app/values/limits.ts'
import type { KnownSigner } from '../../cosigner/read-signers.ts'
import type { Outage } from './build-readiness.ts'

/**
 * Describes what keeps approved proposals from being executed, or may soon: too few signers, or a
 * silent one. Returns `null` when all that were ever seen are running, and there are enough.
 */
export function describeExecution(
  signers: readonly KnownSigner[],
  startedMs: number,
): Outage | null {
  const silent = signers.filter(({ isAlive }) => !isAlive)
  const missing = DAO_SIGNERS_REQUIRED - new Set(listRunningKeys(signers)).size
  if (missing <= 0 && silent.length === 0) return null
  const silentMs = silent.map(({ lastMs }) => lastMs)
  const sinceMs = silent.length === 0 ? startedMs : Math.min(...silentMs)
  const sentences = [...describeCount(signers, missing), ...silent.map(describeSilence)]
  return { sinceMs, message: sentences.join(' ') }
}

const listRunningKeys = (signers: readonly KnownSigner[]): number[] =>
  signers.filter(({ isAlive }) => isAlive).map(({ status }) => status.keyIndex)

function describeCount(signers: readonly KnownSigner[], missing: number): string[] {
  if (signers.length === 0) return [NONE_SEEN]
  if (missing <= 0) return []
  const running = DAO_SIGNERS_REQUIRED - missing
  const [verb, needed] = missing === 1 ? ['is', 'another one is'] : ['are', 'two are']
  return [
    `${running} of ${DAO_SIGNERS_REQUIRED} signers ${verb} running; nothing is executed until ${needed}.`,
  ]
}

const NONE_SEEN =
  'No signer was seen yet: nothing is executed until two processes with the role cosigner run.'

const describeSilence = ({ name, lastMs, status }: KnownSigner): string =>
  `Signer ${name} (key ${status.keyIndex}) is silent since ${new Date(lastMs).toISOString()}.`
