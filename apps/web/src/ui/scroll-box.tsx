import type { ReactNode } from 'react'

/** Content that may be wider than a small screen. It can be scrolled by keyboard too. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative min-w-0 overflow-x-auto rounded-control"
    >
      {children}
    </section>
  )
}
