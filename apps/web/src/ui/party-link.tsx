import { isEvmAddress } from '@app/values/evm-address.ts'
import type { ReactNode } from 'react'
import { useEvmUrlBuilder } from '../lib/evm-explorer.ts'
import { shortenAddress } from '../lib/format/format.ts'
import { formatParty } from '../lib/format/format-party.ts'
import { CopyButton } from './copy-button.tsx'
import { ExternalLink } from './external-link.tsx'
import { ShortAddress } from './short-address.tsx'

interface PartyLinkProps {
  address: string
  canCopy?: boolean
}

/** A shortened account with a link to its page, or an address of the EVM with one to the explorer. */
export function PartyLink({ address, canCopy = false }: PartyLinkProps) {
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
