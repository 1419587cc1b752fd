import { isEvmAddress, shortenParty } from '@app/values/evm-address.ts'
import type { ReactNode } from 'react'
import { useEvmUrlBuilder } from '../lib/explorer.ts'
import { shortenAddress } from '../lib/format/format.ts'
import { CopyButton } from './copy-button.tsx'
import { ExternalLink } from './external-link.tsx'
import { ShortAddress } from './short-address.tsx'

/** A shortened account with a link to its page, or an address of the EVM with one to the explorer. */
export function PartyLink({ address, canCopy = false }: { address: string; canCopy?: boolean }) {
  const buildUrl = useEvmUrlBuilder()
  if (!isEvmAddress(address)) return <ShortAddress address={address} canCopy={canCopy} />
  return (
    <bdi className="inline-flex items-center gap-0.5">
      <span className="figures" data-address={address} title={address}>
        <LinkedText url={buildUrl('address', address)}>{formatParty(address)}</LinkedText>
      </span>
      {canCopy && <CopyButton text={address} label="address" />}
    </bdi>
  )
}

/** Shortens an account, or an address of the EVM, which it says: 'EVM 0x71c7...976f'. */
export const formatParty = (address: string): string =>
  isEvmAddress(address) ? `EVM ${shortenParty(address)}` : shortenAddress(address)

/** The transaction in the EVM beside one of Flow; nothing where there is none. */
export function EvmTransactionLink({ hash }: { hash: string | undefined }) {
  const buildUrl = useEvmUrlBuilder()
  if (hash === undefined) return null
  return (
    <span title={hash}>
      <LinkedText url={buildUrl('tx', hash)}>EVM transaction {shortenAddress(hash)}</LinkedText>
    </span>
  )
}

const LinkedText = ({ url, children }: { url: string | null; children: ReactNode }) =>
  url === null ? <span>{children}</span> : <ExternalLink url={url}>{children}</ExternalLink>
