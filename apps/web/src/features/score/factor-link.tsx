import type { Factor } from '@app/values/factor.ts'
import type { MouseEvent, ReactNode } from 'react'
import { useFactorHighlight } from './factor-highlight.tsx'
import { getFactorId, openFactor } from './open-factor.ts'

interface FactorLinkProps {
  factor: Factor
  className?: string
  label?: string
  children: ReactNode
}

/** Leads to the row of a factor, and lights it up. Within an SVG too. */
export function FactorLink({ factor, className, label, children }: FactorLinkProps) {
  const { handlers } = useFactorHighlight(factor)
  const open = (event: MouseEvent) => {
    event.preventDefault()
    openFactor(factor)
  }
  return (
    <a
      href={`#${getFactorId(factor)}`}
      aria-label={label}
      className={className}
      onClick={open}
      {...handlers}
    >
      {children}
    </a>
  )
}
