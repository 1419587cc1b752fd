import { hashReason } from '@app/contracts/hash-reason.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { getProtectionStatus } from '@app/contracts/scripts.generated.ts'
import { flagWallet, unflagWallet } from '@app/contracts/transactions.generated.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { formatMinute } from '@app/values/time.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { type NetworkReader, readContract } from '../../flow-access/read-contract.ts'
import { getFlagLiftableFrom } from '../../governance/rules/protection-state.ts'
import type { QueuedAction } from '../outbox/load-outbox.ts'
import { isOwnFlag } from '../read-own-flag.ts'
import { buildMissingContractProblem, type CallProblem } from './call-problem.ts'

type FlagAction = Pick<QueuedAction, 'address' | 'caseId' | 'reason' | 'payload'>

/**
 * Builds the call that flags an address under the case of the action. An address that is flagged
 * already needs none.
 */
export async function buildFlagCall(
  reader: NetworkReader,
  { address, caseId, reason, payload }: FlagAction,
): Promise<CadenceCall | CallProblem> {
  if (payload === null || !('reasonCode' in payload))
    return { problem: 'The reason code of the flag was not stored.' }
  const standing = await readStandingFlag(reader, address)
  if (standing === null) return buildMissingContractProblem('DharmaProtection', reader.network)
  const { flag } = standing
  if (flag !== null) {
    const since = formatMinute(flag.since)
    const problem = `${address} is flagged already, since ${since} under case ${flag.caseId}.`
    return { problem, isMoot: true }
  }
  const { reasonCode } = payload
  return flagWallet({ address, caseId, reasonCode, reasonHash: hashReason(reason) })
}

interface Lifting {
  db: Kysely<Tables>
  reader: NetworkReader
  /** Time of the latest block. */
  nowMs: number
}

/**
 * Builds the call that lifts the flag that the agent set in a case. A flag that was lifted in the meantime, such as by
 * an appeal, needs none. One that would bar the agent by now is not lifted (rule 25 of docs/build/governance.md); the
 * case is considered again.
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

/** A flag that stands on the chain. */
interface StandingFlag {
  number: number
  caseId: string
  /** Unix seconds, like the next. */
  since: bigint
  /** Until when a vote, an appeal, or an approved unfreeze that waits names it, as recorded; 0 for none. */
  namedUntil: bigint
}

/** The contract's `DharmaProtectionTypes.Flag`, decoded by the reader: times in units of 10⁻⁸ seconds. */
type OnchainFlag = Pick<StandingFlag, 'caseId' | 'since' | 'namedUntil'> & { number: bigint }

/**
 * Reads the flag that stands at the latest block, by the rules of time and votes; `flag` is `null`
 * when there is none. Returns `null` when the contract is not deployed.
 */
export async function readStandingFlag(
  reader: NetworkReader,
  address: Address,
): Promise<{ flag: StandingFlag | null } | null> {
  const call = getProtectionStatus({ address })
  const result = await readContract(reader, { contract: 'DharmaProtection', call })
  if (result === null) return null
  const { flag } = result.value as { flag: OnchainFlag | null }
  if (flag === null) return { flag }
  const { number, caseId, since, namedUntil } = flag
  return {
    flag: {
      number: Number(number),
      caseId,
      since: since / UNITS_PER_TOKEN,
      namedUntil: namedUntil / UNITS_PER_TOKEN,
    },
  }
}
