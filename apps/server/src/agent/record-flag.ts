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
  { target, wallet, caseId, reason }: PersonalFlag & { reason: string },
): Promise<void> {
  const words = wallet === null ? '.' : `: ${reason}`
  const text = `${describePerson(wallet)} flagged ${target}${words}`
  await appendPersonalEntry(db, { address: target, action: 'flag', reason: text, caseId })
}

/** Records that a person withdrew a flag, in the transaction that stores it. */
export async function recordFlagWithdrawal(
  db: Kysely<Tables>,
  { target, wallet, caseId }: PersonalFlag,
): Promise<void> {
  const text = `${describePerson(wallet)} withdrew a flag of ${target}.`
  await appendPersonalEntry(db, { address: target, action: 'withdraw_flag', reason: text, caseId })
}

const describePerson = (wallet: Address | null): string =>
  wallet === null ? 'A visitor, whom nobody verified,' : `${wallet}, logged in,`

const appendPersonalEntry = (
  db: Kysely<Tables>,
  entry: { address: Address; action: string; reason: string; caseId: string },
): Promise<void> =>
  appendEntry(db, { ...entry, success: true, evidenceHash: null, actionId: null, txId: null })
