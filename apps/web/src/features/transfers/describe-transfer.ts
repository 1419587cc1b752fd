import type { AccountTransfer } from '@app/api/schemas/account.ts'
import type { OwnPlace } from '@app/values/own-place.ts'
import { formatTokens, shortenAddress } from '../../lib/format/format.ts'

interface DescribedTransfer {
  isIncoming: boolean
  /** Such as '12.5 FLOW', '1 GardenPass NFT' or 'token 0x8f3e...c1d2'. */
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
  const { from, to, place } = transfer
  const isIncoming = from !== address
  const [preposition, party, unknown] = isIncoming
    ? (['from', from, 'a mint'] as const)
    : (['to', to, 'a burn or an unknown vault'] as const)
  return {
    isIncoming,
    amount: describeAmount(transfer),
    counterparty: place === undefined ? party : null,
    otherSide: `${preposition} ${place === undefined ? unknown : PLACES[place]}`,
  }
}

/** Nobody knows what the units of an unverified token are worth, or how many decimals it has. */
function describeAmount(transfer: AccountTransfer): string {
  if (transfer.kind === 'unverified') return `token ${shortenAddress(transfer.token)}`
  return `${formatTokens(transfer)}${transfer.kind === 'nft' ? ' NFT' : ''}`
}
