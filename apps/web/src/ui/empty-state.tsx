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

/** An empty state in the place of a page's main part; one of a failure is read out. */
export const EmptyCard = ({ isFailure, ...state }: EmptyStateProps & { isFailure?: boolean }) => (
  <div role={isFailure ? 'alert' : undefined} className="card py-8">
    <EmptyState {...state} />
  </div>
)
