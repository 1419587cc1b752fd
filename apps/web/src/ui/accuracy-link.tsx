import { Link } from '../lib/router/link.tsx'

/** URL hash that opens the accuracy panel over any page. */
export const ACCURACY_HASH = '#accuracy'

export function AccuracyLink({ className = 'link' }: { className?: string }) {
  return (
    <Link to={ACCURACY_HASH} state={{ isPanel: true }} className={className}>
      How accurate is it?
    </Link>
  )
}
