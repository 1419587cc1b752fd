import { type ReactNode, useId } from 'react'

interface CardProps {
  title: string
  action?: ReactNode
  className?: string
  children: ReactNode
}

export const Card = ({ className = '', ...part }: CardProps) => (
  <CardPart {...part} className={`card p-5 sm:p-6 ${className}`} />
)

/** A part of a card with a title of its own. */
export function CardPart({ title, action, className = '', children }: CardProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={className}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={titleId} className="min-w-0 text-title">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
