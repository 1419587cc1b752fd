import { formatFailure } from './lib/format/format-failure.ts'
import { Button } from './ui/button.tsx'
import { Logo } from './ui/logo.tsx'

/** Shown when the configuration could not be loaded. */
export function ConfigFailure({ error }: { error: unknown }) {
  return (
    <main className="page-width grid min-h-dvh place-content-center py-16 text-center">
      <title>Dharma Guard cannot start</title>
      <Logo className="mx-auto size-14" />
      <h1 className="mt-6 text-page">Dharma Guard cannot start</h1>
      <p className="mx-auto mt-3 max-w-lg text-ink-soft">
        {formatFailure(error, 'Its configuration could not be read.')} The operator of this site can
        fix it.
      </p>
      <div className="mt-6">
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Try Again
        </Button>
      </div>
    </main>
  )
}
