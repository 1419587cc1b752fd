import { SearchX, ShieldQuestionMark } from 'lucide-react'
import { EmptyCard } from '../../ui/empty-state.tsx'
import { LoadingCard } from '../../ui/loading-card.tsx'

export const NoAddress = () => (
  <EmptyCard
    isWhole
    icon={ShieldQuestionMark}
    title="Enter an Address"
    text="Enter any Flow testnet address to view its Dharma Score and security analysis"
  />
)

export const NoScore = () => (
  <EmptyCard
    icon={SearchX}
    title="Score Not Available"
    text="Unable to compute score for this address. Please check the address and try again."
  />
)

export const ComputingScore = () => <LoadingCard text="Computing Dharma Score..." />
