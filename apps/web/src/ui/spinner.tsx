import { LoaderCircle } from 'lucide-react'

/** A spinning circle, decorative next to a text that describes the activity. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return <LoaderCircle className={`animate-spin ${className}`} aria-hidden="true" />
}
