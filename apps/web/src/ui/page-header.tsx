import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  subtitle: string
  /** Shown at the end of the title line, below it on small screens. */
  children?: ReactNode
}

export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-6 pb-5 sm:pt-8 sm:pb-6">
      <div className="min-w-0">
        <h1 className="text-page">{title}</h1>
        <p className="mt-1 text-ink-soft">{subtitle}</p>
      </div>
      {children}
    </div>
  )
}
