import { buildEventTypeId } from '@app/contracts/build-event-type-id.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { openAppeal, openSecondAppealProposal } from '@app/contracts/transactions.generated.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../chain/create-chain.ts'
import { signConsent } from './sign-consent.ts'

const APPEAL_OPENED = buildEventTypeId('DharmaProtection.AppealOpened', 'local')

/**
 * An appeal against the flag of a case, or against a freeze by the proposal that was executed last.
 */
export interface AppealDraft {
  against: { caseId: string } | { freezeProposalId: bigint }
  reason: string
}

/** A second proposal, for an appeal whose first proposal had too few votes. */
export interface SecondProposalDraft {
  appealId: bigint
  reason: string
}

/** Numbers of an appeal and of the proposal that decides it. */
export interface OpenedAppeal {
  appealId: bigint
  proposalId: bigint
}

/** A signed appeal, which anyone can relay. */
export type SignedAppeal = Parameters<typeof openAppeal>[0]

/** A signed second proposal of an appeal, which anyone can relay. */
export type SignedSecondProposal = Parameters<typeof openSecondAppealProposal>[0]

/** Signs an appeal of the signer's account. */
export async function signAppeal(
  chain: Chain,
  signer: Signer,
  { against, reason }: AppealDraft,
): Promise<SignedAppeal> {
  const content = { kind: 'appeal', against, reasonHash: hashReason(reason) } as const
  const consent = await signConsent(chain, signer, content)
  const appealedDecision = { caseId: null, freezeProposalId: null, ...against }
  return { address: signer.address, ...appealedDecision, reason, ...consent }
}

/** Signs the second proposal of an appeal of the signer's account. */
export async function signSecondProposal(
  chain: Chain,
  signer: Signer,
  { appealId, reason }: SecondProposalDraft,
): Promise<SignedSecondProposal> {
  const against = { secondProposalOf: appealId }
  const content = { kind: 'appeal', against, reasonHash: hashReason(reason) } as const
  const consent = await signConsent(chain, signer, content)
  return { address: signer.address, appealId, reason, ...consent }
}

/** Finds the appeal that a transaction opened. Throws `FatalError` when it opened none. */
export function findOpenedAppeal({ txId, events }: TransactionResult): OpenedAppeal {
  const opened = events.find(({ type }) => type === APPEAL_OPENED)
  if (opened === undefined) throw new FatalError(`Transaction ${txId} opened no appeal.`)
  const { id, proposalId } = opened.fields
  return { appealId: id as bigint, proposalId: proposalId as bigint }
}
