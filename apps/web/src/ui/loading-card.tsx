import { Spinner } from './spinner.tsx'

/** Shown while the main part of a page loads; `text` says what. */
export function LoadingCard({ text }: { text: string }) {
  return (
    <div role="status" className="card grid min-h-72 place-content-center gap-4 text-center">
      <Spinner className="mx-auto size-9 text-brand" />
      <p className="text-ink-soft">{text}</p>
    </div>
  )
}
