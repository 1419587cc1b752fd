import { Link } from 'react-router'

/** The accuracy panel lies over any page, at this hash. */
export const ACCURACY_HASH = '#accuracy'

/** Opens the accuracy panel over the page that is shown. */
export function AccuracyLink({ className = 'link' }: { className?: string }) {
  return (
    <Link to={ACCURACY_HASH} state={{ isPanel: true }} className={className}>
      How accurate is it?
    </Link>
  )
}
