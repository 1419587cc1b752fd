import type { ReactElement, ReactNode } from 'react'
import { ErrorBoundary, type ErrorBoundaryProps } from 'react-error-boundary'
import { useLocation } from '../lib/router/location.ts'
import { Button } from './button.tsx'

interface PartProps {
  /** What is drawn around the message of a failure. */
  frame?: (failure: ReactElement) => ReactElement
  onReset?: NonNullable<ErrorBoundaryProps['onReset']>
  children: ReactNode
}

/** A part of the page: the rest of it stands when this one fails, until the user tries again or goes elsewhere. */
export function Part({ frame = (failure) => failure, onReset = () => {}, children }: PartProps) {
  const { pathname, search } = useLocation()
  return (
    <ErrorBoundary
      resetKeys={[pathname + search]}
      onReset={onReset}
      fallbackRender={({ resetErrorBoundary }) =>
        frame(<PartFailure onRetry={resetErrorBoundary} />)
      }
    >
      {children}
    </ErrorBoundary>
  )
}

const PartFailure = ({ onRetry }: { onRetry: () => void }) => (
  <div
    role="alert"
    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4"
  >
    <p>This part could not be loaded.</p>
    <Button variant="secondary" size="small" onClick={onRetry}>
      Try again
    </Button>
  </div>
)
