import { SearchX, ShieldQuestionMark } from 'lucide-react'
import { Suspense } from 'react'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { EmptyCard } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadingCard } from '../../ui/loading-card.tsx'

/** Whoever is connected finds the own wallet here: 'My Wallet' in the menu leads to this state. */
export function NoAddress() {
  const { address } = useWalletSession()
  return (
    <>
      <EmptyCard
        isWhole
        icon={ShieldQuestionMark}
        title="Enter an Address"
        text="Enter any Flow testnet address to view its Dharma Score and security analysis"
      />
      {address !== null && (
        <Suspense fallback={<LoadingCard text="Loading your wallet..." />}>
          <OwnOverview address={address} />
        </Suspense>
      )}
    </>
  )
}

const OwnOverview = lazyPart(async () => (await import('./own-overview.tsx')).OwnOverview)

export const NoScore = () => (
  <EmptyCard
    icon={SearchX}
    title="Score Not Available"
    text="Unable to compute score for this address. Please check the address and try again."
  />
)

export const ComputingScore = () => <LoadingCard text="Computing Dharma Score..." />
