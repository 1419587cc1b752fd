import { Link } from '../../lib/router/link.tsx'

/** URL hash of the status of a wallet on its page: what stands against it, and how to appeal. */
export const STATUS_HASH = '#status'

interface OwnerLinkProps {
  /** The accused wallet. */
  address: string
  /** A flag can be appealed; a warning and a proposal to freeze cannot. */
  isFlag: boolean
}

/** Leads to what the owner of an accused wallet can do. */
export const OwnerLink = ({ address, isFlag }: OwnerLinkProps) => (
  <Link to={`/wallet/${address}${STATUS_HASH}`} className="link">
    {isFlag ? 'Appeal' : 'What its owner can do'}
    <span className="sr-only">{` ${isFlag ? 'against the flag' : 'about the accusation'} of ${address}`}</span>
  </Link>
)
