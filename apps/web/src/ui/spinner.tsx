import { LoaderCircle } from 'lucide-react'

/** A turning circle beside words that say what is going on. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return <LoaderCircle className={`animate-spin ${className}`} aria-hidden="true" />
}
