import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { appendEntry } from './history/write-entry.ts'

/** A flag without a signature, or its withdrawal, about an account. */
interface PersonalFlag {
  target: Address
  /** The logged-in wallet; `null` for a visitor. */
  wallet: Address | null
  caseId: string
}

/**
 * Records a person's new flag in the history of the target, in the transaction that stores it. The words of a visitor,
 * for which nobody answers, stay out of it.
 */
export async function recordFlag(
  db: Kysely<Tables>,
  { target: address, wallet, caseId, reason: words }: PersonalFlag & { reason: string },
): Promise<void> {
  const reason = `${describePerson(wallet)} flagged ${address}${wallet === null ? '.' : `: ${words}`}`
  await appendEntry(db, { address, action: 'flag', success: true, reason, caseId })
}

/** Records that a person withdrew a flag, in the transaction that stores it. */
export async function recordFlagWithdrawal(
  db: Kysely<Tables>,
  { target: address, wallet, caseId }: PersonalFlag,
): Promise<void> {
  const reason = `${describePerson(wallet)} withdrew a flag of ${address}.`
  await appendEntry(db, { address, action: 'withdraw_flag', success: true, reason, caseId })
}

const describePerson = (wallet: Address | null): string =>
  wallet === null ? 'A visitor, whom nobody verified,' : `${wallet}, logged in,`
