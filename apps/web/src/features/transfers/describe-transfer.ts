import type { AccountTransfer } from '@app/api/schemas/account.ts'
import type { OwnPlace } from '@app/values/own-place.ts'
import { formatTokens } from '../../lib/format/format.ts'

interface DescribedTransfer {
  isIncoming: boolean
  /** Such as '12.5 FLOW' or '1 GardenPass NFT'. */
  amount: string
  /** The account, or the address in the EVM, on the other side; null where `otherSide` says all that is known. */
  counterparty: string | null
  otherSide: string
}

const PLACES: Readonly<Record<OwnPlace, string>> = {
  evm: 'its account on the EVM side',
  staking: 'its stake',
  vault: 'its guarded vault',
  child: 'a child account',
}

/** Describes a transfer as `address` sees it. */
export function describeTransfer(address: string, transfer: AccountTransfer): DescribedTransfer {
  const { from, to, kind, place } = transfer
  const isIncoming = from !== address
  const [preposition, party, unknown] = isIncoming
    ? (['from', from, 'a mint'] as const)
    : (['to', to, 'a burn or an unknown vault'] as const)
  return {
    isIncoming,
    amount: `${formatTokens(transfer)}${kind === 'nft' ? ' NFT' : ''}`,
    counterparty: place === undefined ? party : null,
    otherSide: `${preposition} ${place === undefined ? unknown : PLACES[place]}`,
  }
}
