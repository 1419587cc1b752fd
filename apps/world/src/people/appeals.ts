import { buildEventTypeId } from '@app/contracts/build-event-type-id.ts'
import type { AppealSubject } from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { openAppeal } from '@app/contracts/transactions.generated.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'
import { signConsent } from './sign-consent.ts'

const APPEAL_OPENED = buildEventTypeId('DharmaProtection.AppealOpened', 'local')

export interface AppealDraft {
  against: AppealSubject
  reason: string
}

/** A signed appeal, which anyone can relay. */
export type SignedAppeal = Parameters<typeof openAppeal>[0]

/** Signs an appeal of the signer's account. */
export async function signAppeal(
  chain: Chain,
  signer: Signer,
  { against, reason }: AppealDraft,
): Promise<SignedAppeal> {
  const content = { kind: 'appeal', against, reasonHash: hashReason(reason) } as const
  const consent = await signConsent(chain, signer, content)
  const numbers = { flagNumber: null, freezeNumber: null, ...against }
  return { address: signer.address, ...numbers, reason, ...consent }
}

/**
 * Finds the number of the appeal that a transaction opened, which is that of its proposal. Throws `FatalError` when it
 * opened none.
 */
export function findAppealId({ txId, events }: TransactionResult): bigint {
  const opened = events.find(({ type }) => type === APPEAL_OPENED)
  if (opened === undefined) throw new FatalError(`Transaction ${txId} opened no appeal.`)
  return opened.fields.id as bigint
}
