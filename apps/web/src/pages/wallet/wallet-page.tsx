import { type Address, parseAddress } from '@app/values/address.ts'
import { useNavigate, useParams } from 'react-router'
import { AddressForm } from '../../features/address-search/address-form.tsx'
import { useWalletSession } from '../../features/wallet-session/use-wallet-session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { useWalletAnalysis } from './use-wallet-analysis.ts'
import { WalletResult } from './wallet-result.tsx'
import { Computing, NoAddress, NoScore } from './wallet-states.tsx'

export function WalletPage() {
  const { address: written = '' } = useParams()
  const { address: connectedAddress } = useWalletSession()
  const navigate = useNavigate()
  const address = parseAddress(written)
  const analysis = useWalletAnalysis(address)
  const initial = written === '' ? (connectedAddress ?? '') : written
  const analyze = (asked: Address) =>
    asked === address ? analysis.recompute() : navigate(`/wallet/${asked}`)
  return (
    <div className="page-width">
      <title>Wallet Analysis · Dharma Guard</title>
      <PageHeader
        title="Wallet Analysis"
        subtitle="View Dharma Score and protection status for any Flow address"
      />
      <AddressForm
        key={written}
        initial={initial}
        connectedAddress={connectedAddress}
        isBusy={analysis.isBusy}
        onAnalyze={analyze}
      />
      <div className="mt-4">
        <StatusLine messages={analysis.messages} />
        <Shown written={written} analysis={analysis} />
      </div>
    </div>
  )
}

interface ShownProps {
  written: string
  analysis: ReturnType<typeof useWalletAnalysis>
}

function Shown({ written, analysis }: ShownProps) {
  if (written === '') return <NoAddress />
  if (analysis.isLoading) return <Computing />
  if (analysis.result === undefined) return <NoScore />
  return <WalletResult result={analysis.result} analysis={analysis} />
}
