import { type Address, parsePastedAddress } from '@app/values/address.ts'

const GOVERNANCE = '/governance'

/** The page that opens and shows a proposal. */
export const buildProposalPath = (id: number): string => `${GOVERNANCE}?proposal=${id}`

/** The proposals about a wallet. */
export const buildWalletProposalsPath = (address: Address): string =>
  `${GOVERNANCE}?wallet=${address}`

/** The form for a proposal about a wallet. */
export const buildNewProposalPath = (address: Address): string => `${GOVERNANCE}?create=${address}`

interface WantedProposals {
  proposal: number | null
  wallet: Address | null
  create: Address | null
}

export function readWantedProposals(search: string): WantedProposals {
  const params = new URLSearchParams(search)
  const id = params.get('proposal') ?? ''
  const readAddress = (name: string) => parsePastedAddress(params.get(name) ?? '')
  return {
    proposal: /^\d{1,9}$/.test(id) ? Number(id) : null,
    wallet: readAddress('wallet'),
    create: readAddress('create'),
  }
}
