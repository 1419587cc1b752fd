import { SearchX, ShieldQuestionMark } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingCard } from '../../ui/loading-card.tsx'

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

export const ComputingScore = () => <LoadingCard text="Computing Dharma Score..." />
