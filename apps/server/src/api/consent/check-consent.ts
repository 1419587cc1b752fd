import {
  buildConsentMessage,
  type ConsentContent,
  getSequenceSeries,
} from '@app/contracts/consent-message.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { verifyUserMessage } from '@app/flow/proof/verify-signatures.ts'
import type { Account } from '@app/flow/read/chain.ts'
import { MAX_SEQUENCE_STEP } from '@app/rules/constants.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { formatMinute, formatPeriod } from '@app/values/time.ts'
import type { SubmittedMessage } from '../../agent/submit-message.ts'
import type { Context } from '../../runtime/context.ts'
import { ApiFailure } from '../api-failure.ts'
import {
  loadConsentContent,
  readSeries,
  type SeriesState,
  toMessageDraft,
} from './load-consent-content.ts'

type Chain = Pick<Context, 'config' | 'flow'>

/**
 * Rebuilds the text of a signed message from the state of the chain, and verifies its signatures
 * against the keys that the account has now, its end of validity and its sequence number. Throws
 * `ApiFailure` with the first problem. The contract verifies all of it again.
 */
export async function checkConsent(context: Chain, message: SubmittedMessage): Promise<void> {
  const content = await loadConsentContent(context, toMessageDraft(message.content))
  const account = await readAccount(context, message.address)
  const series = await readSeries(context, message.address, getSequenceSeries(content.kind))
  requireSignatures(account, message, buildConsentText(context, message, content))
  requireValidity(message, series)
  requireSequence(message, series)
}

export const getConsentContract = ({ config }: Pick<Context, 'config'>): Address =>
  toAddress(getContractAddress('DharmaConsent', config.network))

/** Builds the text that an address signs on this network. */
export const buildConsentText = (
  context: Pick<Context, 'config'>,
  { address, sequence, validUntil }: Pick<SubmittedMessage, 'address' | 'sequence' | 'validUntil'>,
  content: ConsentContent,
): string =>
  buildConsentMessage(
    {
      contract: getConsentContract(context),
      network: context.config.network,
      address,
      sequence: BigInt(sequence),
      validUntil: BigInt(validUntil),
    },
    content,
  )

/** Reads an account with its keys. Throws `ApiFailure` when there is none. */
export async function readAccount({ flow }: Chain, address: Address): Promise<Account> {
  const account = await flow.getAccount(address)
  if (account === null) throw new ApiFailure('account_not_found')
  return account
}

/** Throws `ApiFailure` unless keys of full weight of the account signed exactly this text. */
export function requireSignatures(
  account: Account,
  message: Pick<SubmittedMessage, 'address' | 'signatures'>,
  text: string,
): void {
  const signatures = message.signatures.map((each) => ({ ...each, addr: message.address }))
  const verdict = verifyUserMessage(account, text, signatures)
  if (verdict.isValid) return
  const reason = `The signature was refused: ${verdict.reason}. Sign the message again.`
  const details = [
    { field: 'wallet.signatures', message: `The text that was checked is:\n${text}` },
  ]
  throw new ApiFailure('signature_refused', { message: reason, details })
}

/** Throws `ApiFailure` when the message is not valid any more, or for too long. */
export function requireValidity(
  { validUntil }: Pick<SubmittedMessage, 'validUntil'>,
  { blockTime, maxValidity }: Pick<SeriesState, 'blockTime' | 'maxValidity'>,
): void {
  if (blockTime > validUntil) {
    const message = `The signed message was valid until ${formatMinute(BigInt(validUntil))}. Sign it again.`
    throw new ApiFailure('message_expired', { message })
  }
  if (validUntil - blockTime > maxValidity) {
    const [end, latest] = [validUntil, blockTime + maxValidity].map((at) =>
      formatMinute(BigInt(at)),
    )
    const message = `The signed message is valid until ${end}, more than ${formatPeriod(maxValidity)} ahead of the latest block. Sign it again with an end of ${latest} at the latest.`
    throw new ApiFailure('validity_too_long', { message })
  }
}

function requireSequence({ sequence }: SubmittedMessage, { lastSequence }: SeriesState): void {
  const refuse = (what: string) =>
    new ApiFailure('sequence_refused', {
      message: `The sequence number ${sequence} is ${what} above the last one, ${lastSequence}. Sign the message again.`,
    })
  if (sequence <= lastSequence) throw refuse('not')
  if (sequence - lastSequence > MAX_SEQUENCE_STEP) throw refuse(`more than ${MAX_SEQUENCE_STEP}`)
}
