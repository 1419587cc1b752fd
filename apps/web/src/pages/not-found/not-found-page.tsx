import { Link } from '../../lib/router/link.tsx'
import { buildButtonClass } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'

export function NotFoundPage() {
  return (
    <div data-whole className="page-width flex flex-col items-center pt-[18vh] pb-16 text-center">
      <title>Page not found · Dharma Guard</title>
      <Logo className="size-14 opacity-80" />
      <h1 className="mt-6 text-page">404 - Page Not Found</h1>
      <p className="mt-2 text-ink-soft">There is no page at this address.</p>
      <Link to="/" className={`mt-7 ${buildButtonClass('secondary')}`}>
        Back to Home
      </Link>
    </div>
  )
}
