import { ShieldQuestionMark } from 'lucide-react'
import { ConnectControl } from '../../features/wallet-session/connect-control.tsx'
import { WalletNotice } from '../../features/wallet-session/wallet-notice.tsx'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DashboardOverview } from './dashboard-overview.tsx'

export function DashboardPage() {
  const { address } = useWalletSession()
  return (
    <div className="page-width">
      <title>Dashboard · Dharma Guard</title>
      <PageHeader title="Dashboard" subtitle="Monitor your Dharma Score and protection status">
        {address !== null && (
          <div className="md:hidden">
            <ConnectControl />
          </div>
        )}
      </PageHeader>
      {address === null ? (
        <div data-whole className="card py-6">
          <EmptyState
            icon={ShieldQuestionMark}
            title="Connect Your Wallet"
            text="Connect your Flow wallet to view your Dharma Score and protection features"
          >
            <ConnectControl />
          </EmptyState>
          <WalletNotice />
        </div>
      ) : (
        <>
          <WalletNotice />
          <DashboardOverview address={address} />
        </>
      )}
    </div>
  )
}
