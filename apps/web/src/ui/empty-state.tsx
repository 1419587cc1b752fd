import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { UserText } from './user-text.tsx'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text: string
  /** Level of the title: 2 for a page's main part, 3 inside a card. */
  level?: 2 | 3
  children?: ReactNode
}

export function EmptyState({ icon: Icon, title, text, level = 2, children }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-2 py-8 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-brand-soft text-brand">
        <Icon className="size-5.5" strokeWidth={1.75} aria-hidden="true" />
      </span>
      <Heading className={level === 2 ? 'text-title' : 'text-body font-semibold'}>{title}</Heading>
      <UserText as="p" className="mt-1.5 text-ink-soft">
        {text}
      </UserText>
      {children && <div className="mt-5">{children}</div>}
    </div>
  )
}

interface EmptyCardProps extends EmptyStateProps {
  /** It is read out. */
  isFailure?: boolean
  /** Nothing follows: see `page-main` in styles.css. */
  isWhole?: boolean
}

/** An empty state in the place of a page's main part. */
export const EmptyCard = ({ isFailure, isWhole, ...state }: EmptyCardProps) => (
  <div role={isFailure ? 'alert' : undefined} data-whole={isWhole} className="card py-8">
    <EmptyState {...state} />
  </div>
)
