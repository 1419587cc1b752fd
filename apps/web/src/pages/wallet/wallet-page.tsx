import { type Address, parseAddress } from '@app/values/address.ts'
import { useNavigate, useParams } from 'react-router'
import { AddressForm } from '../../features/address-search/address-form.tsx'
import { ProtectionStatus } from '../../features/protection/protection-status.tsx'
import { WatchToggle } from '../../features/watch/watch-toggle.tsx'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { useWalletAnalysis } from './use-wallet-analysis.ts'
import { WalletResult } from './wallet-result.tsx'
import { ComputingScore, NoAddress, NoScore } from './wallet-states.tsx'

export function WalletPage() {
  const { address: requestedAddress = '' } = useParams()
  const { address: connectedAddress } = useWalletSession()
  const navigate = useNavigate()
  const address = parseAddress(requestedAddress)
  const analysis = useWalletAnalysis(address)
  const initial = requestedAddress === '' ? (connectedAddress ?? '') : requestedAddress
  const analyze = (requested: Address) =>
    requested === address ? analysis.recompute() : navigate(`/wallet/${requested}`)
  return (
    <div className="page-width">
      <title>Wallet Analysis · Dharma Guard</title>
      <PageHeader
        title="Wallet Analysis"
        subtitle="View Dharma Score and protection status for any Flow address"
      >
        {address !== null && connectedAddress !== null && (
          <WatchToggle key={address} address={address} owner={connectedAddress} />
        )}
      </PageHeader>
      <AddressForm
        key={requestedAddress}
        initial={initial}
        connectedAddress={connectedAddress}
        isBusy={analysis.isBusy}
        onAnalyze={analyze}
      />
      <div className="mt-4">
        {address !== null && <ProtectionStatus address={address} />}
        <StatusLine messages={analysis.messages} />
        <WalletContent requestedAddress={requestedAddress} analysis={analysis} />
      </div>
    </div>
  )
}

interface WalletContentProps {
  requestedAddress: string
  analysis: ReturnType<typeof useWalletAnalysis>
}

function WalletContent({ requestedAddress, analysis }: WalletContentProps) {
  if (requestedAddress === '') return <NoAddress />
  if (analysis.isLoading) return <ComputingScore />
  if (analysis.result === undefined) return <NoScore />
  return <WalletResult result={analysis.result} analysis={analysis} />
}
