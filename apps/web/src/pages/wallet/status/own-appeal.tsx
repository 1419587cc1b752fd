import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { Scale, TriangleAlert, Wallet } from 'lucide-react'
import {
  describeProtection,
  isDisputable,
} from '../../../features/protection/describe-protection.ts'
import { useApi } from '../../../lib/api.ts'
import { APPEAL_HASH } from '../../../lib/case-path.ts'
import { useChainNow } from '../../../lib/chain-clock.ts'
import { formatFailure } from '../../../lib/format/format-failure.ts'
import { protectionQuery } from '../../../lib/protection-query.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useScrollToHash } from '../../../lib/use-scroll-to-hash.ts'
import { useWalletSession } from '../../../lib/wallet-session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyCard } from '../../../ui/empty-state.tsx'
import { LoadingCard } from '../../../ui/loading-card.tsx'
import { WalletStatus } from './wallet-status.tsx'

/** Where the owner of the connected wallet appeals. */
export function OwnAppeal() {
  const { address } = useWalletSession()
  return (
    <div ref={useScrollToHash<HTMLDivElement>(APPEAL_HASH)} className="scroll-mt-24">
      {address === null ? <NotConnected /> : <Held address={address} />}
    </div>
  )
}

function NotConnected() {
  const { busy, connect } = useWalletSession()
  return (
    <EmptyCard
      icon={Wallet}
      title="Appeal"
      text="Connect your wallet to see the warnings about it, and to appeal. Only the wallet itself can."
    >
      <Button isBusy={busy !== null} onClick={connect}>
        Connect your wallet
      </Button>
    </EmptyCard>
  )
}

function Held({ address }: { address: Address }) {
  const { data, error } = useQuery(protectionQuery(useApi(), address))
  const nowMs = useChainNow()
  if (data === undefined) {
    return error === null ? (
      <LoadingCard text="Looking up the warnings about your wallet..." />
    ) : (
      <EmptyCard
        isFailure
        icon={TriangleAlert}
        title="The warnings about your wallet could not be loaded"
        text={formatFailure(error, 'The server may not be running.')}
      />
    )
  }
  // Also a protection by vote, against which nothing can be appealed any more, is not nothing.
  if (isDisputable(data, nowMs) || describeProtection(data, nowMs).length > 0) {
    return <WalletStatus address={address} scoreFlags={[]} />
  }
  return (
    <EmptyCard
      icon={Scale}
      title="Nothing to appeal"
      text="Nothing is held against your wallet: no flag on the chain, no warning, no freeze, and no list names it. If that changes, you can appeal here."
    >
      <Link to={`/wallet/${address}`} className="link">
        See your wallet
      </Link>
    </EmptyCard>
  )
}
