import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { unflagWallet } from '@app/contracts/transactions.generated.ts'
import { formatMinute } from '@app/values/minute.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { NetworkReader } from '../../flow-access/read-contract.ts'
import { getFlagLiftableFrom } from '../../governance/rules/protection-state.ts'
import type { QueuedAction } from '../outbox/queries.ts'
import { isOwnFlag } from '../read-own-flag.ts'
import { buildMissingContractProblem, type CallProblem } from './call-problem.ts'
import { readStandingFlag, type StandingFlag } from './read-standing-flag.ts'

interface Lifting {
  db: Kysely<Tables>
  reader: NetworkReader
  /** Time of the latest block. */
  nowMs: number
}

/**
 * Builds the call that lifts the flag that the agent set in a case. A flag that was lifted in the meantime, such as by
 * an appeal, needs none. Rule 25: one that would bar the agent by now is not lifted; the case is considered again.
 */
export async function buildUnflagCall(
  { db, reader, nowMs }: Lifting,
  { address, caseId }: Pick<QueuedAction, 'address' | 'caseId'>,
): Promise<CadenceCall | CallProblem> {
  const standing = await readStandingFlag(reader, address)
  if (standing === null) return buildMissingContractProblem('DharmaProtection', reader.network)
  const { flag } = standing
  if (flag === null) return { problem: `The flag of ${address} was lifted already.`, isMoot: true }
  const { number } = flag
  if (flag.caseId !== caseId || !(await isOwnFlag(db, { address, number, caseId }))) {
    const problem = `Flag ${number} of ${address} is not the one of case ${caseId}.`
    return { problem, isMoot: true }
  }
  const liftableFrom = getLiftableFrom(flag)
  if (nowMs >= liftableFrom * 1000) return unflagWallet({ address })
  const time = formatMinute(BigInt(liftableFrom))
  const problem = `A lift before ${time} would keep the agent from flagging ${address} for 7 days.`
  return { problem, isMoot: true }
}

/** A second later than the whole seconds say: the contract counts fractions. */
const getLiftableFrom = ({ since, namedUntil }: StandingFlag): number =>
  1 +
  getFlagLiftableFrom({ flag: { flaggedAt: Number(since) }, flagNamedUntil: Number(namedUntil) })
