import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { AccuracyDialog } from '../../features/accuracy/accuracy-dialog.tsx'
import { useAddressHighlight } from '../../lib/address-highlight.ts'
import { useRecovery } from '../../lib/live/use-live-updates.ts'
import { useLocation } from '../../lib/router/location.ts'
import { Part } from '../../ui/part.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

export function Layout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useResetOnNavigation(main)
  useAddressHighlight()
  useRecovery()
  return (
    <>
      <a
        href="#main"
        className="sr-only z-30 rounded-control bg-brand-fill px-4 py-2 font-medium text-on-brand focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Part>
        <Header />
      </Part>
      <main id="main" ref={main} tabIndex={-1} className="page-main">
        <Suspense>{children}</Suspense>
      </main>
      <Part>
        <Footer />
      </Part>
      <Part>
        <AccuracyDialog />
      </Part>
    </>
  )
}

/** Moves scroll position and focus to the top of each new page or case, like a page load. */
function useResetOnNavigation(main: React.RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation()
  const caseId = new URLSearchParams(search).get('case') ?? ''
  const page = `${pathname.split('/')[1]} ${caseId}`
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    window.scrollTo(0, 0)
    const hasFocus = main.current?.contains(document.activeElement)
    if (!hasFocus) main.current?.focus({ preventScroll: true })
  }, [page, main])
}
