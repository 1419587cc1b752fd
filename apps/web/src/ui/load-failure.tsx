import { Button } from './button.tsx'

/** Says of a part of a card that it could not be loaded, with a button that loads it again. */
export const LoadFailure = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <p role="alert" className="flex flex-wrap items-center gap-3 text-ink-soft">
    {text}
    <Button variant="secondary" size="small" onClick={onRetry}>
      Try Again
    </Button>
  </p>
)
