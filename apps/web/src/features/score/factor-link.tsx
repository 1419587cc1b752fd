import type { Factor } from '@app/values/factor.ts'
import type { MouseEvent, ReactNode } from 'react'
import { getFactorId, openFactor } from './open-factor.ts'

interface FactorLinkProps {
  factor: Factor
  className?: string
  label?: string
  children: ReactNode
}

/** Leads to the row of a factor, and opens it. */
export function FactorLink({ factor, className, label, children }: FactorLinkProps) {
  const open = (event: MouseEvent) => {
    event.preventDefault()
    openFactor(factor)
  }
  return (
    <a href={`#${getFactorId(factor)}`} aria-label={label} className={className} onClick={open}>
      {children}
    </a>
  )
}
