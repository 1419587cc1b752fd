import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface ExternalLinkProps {
  url: string
  className?: string
  children: ReactNode
}

export function ExternalLink({ url, className = 'link', children }: ExternalLinkProps) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <ArrowUpRight className="ml-0.5 inline size-[0.9em] align-[-0.08em]" aria-hidden="true" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
