import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  subtitle: string
  /** Shown at the end of the title line, below it on small screens. */
  children?: ReactNode
}

export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-8 pb-6 sm:pt-12 sm:pb-8">
      <div className="min-w-0">
        <h1 className="text-3xl font-semibold tracking-[-0.025em] sm:text-4xl">{title}</h1>
        <p className="mt-2 text-ink-soft sm:text-lg">{subtitle}</p>
      </div>
      {children}
    </div>
  )
}
