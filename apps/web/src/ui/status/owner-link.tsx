import { Link } from '../../lib/router/link.tsx'

/** URL hash of the status of a wallet on its page: what stands against it, and how to appeal. */
export const STATUS_HASH = '#status'

export const OwnerLink = ({ address, isFlag }: { address: string; isFlag: boolean }) => (
  <Link to={`/wallet/${address}${STATUS_HASH}`} className="link">
    {isFlag ? 'Appeal' : 'What its owner can do'}
    <span className="sr-only">{` ${isFlag ? 'against the flag' : 'about the accusation'} of ${address}`}</span>
  </Link>
)
