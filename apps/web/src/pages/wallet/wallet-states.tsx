import { SearchX, ShieldQuestionMark } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'

export function NoAddress() {
  return (
    <div className="card py-8">
      <EmptyState
        icon={ShieldQuestionMark}
        title="Enter an Address"
        text="Enter any Flow testnet address to view its Dharma Score and security analysis"
      />
    </div>
  )
}

export function NoScore() {
  return (
    <div className="card py-8">
      <EmptyState
        icon={SearchX}
        title="Score Not Available"
        text="Unable to compute score for this address. Please check the address and try again."
      />
    </div>
  )
}

export function ComputingScore() {
  return (
    <div role="status" className="card grid min-h-72 place-content-center gap-4 text-center">
      <Spinner className="mx-auto size-9 text-brand" />
      <p className="text-ink-soft">Computing Dharma Score...</p>
    </div>
  )
}
