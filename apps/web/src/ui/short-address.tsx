import { shortenAddress } from '../lib/format/format.ts'
import { Link } from '../lib/router/link.tsx'
import { CopyButton } from './copy-button.tsx'

interface ShortAddressProps {
  address: string
  /** A link to its wallet page; `text` for an address without one, or inside of another link. */
  as?: 'link' | 'text'
  canCopy?: boolean
  /** Characters shown at the start and at the end. */
  leading?: number
  trailing?: number
}

/** A shortened address, lit up with the other places of the page that show the same one. */
export function ShortAddress({
  address,
  as = 'link',
  canCopy = false,
  leading,
  trailing,
}: ShortAddressProps) {
  const text = shortenAddress(address, leading, trailing)
  const shown = { 'data-address': address, title: address }
  return (
    <bdi className="inline-flex items-center gap-0.5">
      {as === 'link' ? (
        <Link to={`/wallet/${address}`} className="link figures" {...shown}>
          {text}
        </Link>
      ) : (
        <span className="figures" {...shown}>
          {text}
        </span>
      )}
      {canCopy && <CopyButton text={address} label="address" />}
    </bdi>
  )
}
