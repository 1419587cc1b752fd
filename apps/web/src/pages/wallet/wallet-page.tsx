import { type Address, parseAddress } from '@app/values/address.ts'
import { useLocation, useNavigate, useParams } from 'react-router'
import { AddressForm } from '../../features/address-search/address-form.tsx'
import { WatchToggle } from '../../features/watch/watch-toggle.tsx'
import { APPEAL_HASH } from '../../lib/case-path.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { readWantedCase } from './case/read-wanted-case.ts'
import { LazyDueProcess } from './lazy-due-process.tsx'
import { useWalletAnalysis } from './use-wallet-analysis.ts'
import { WalletResult } from './wallet-result.tsx'
import { ComputingScore, NoAddress, NoScore } from './wallet-states.tsx'

/** The analysis of a wallet, or one of its cases. Search engines list neither. */
export function WalletPage() {
  const { address: requestedAddress = '' } = useParams()
  const { search } = useLocation()
  const address = parseAddress(requestedAddress)
  const wanted = readWantedCase(new URLSearchParams(search))
  return (
    <>
      <meta name="robots" content="noindex" />
      {address !== null && wanted !== null ? (
        <LazyDueProcess part="case" address={address} wanted={wanted} />
      ) : (
        <AnalysisPage requestedAddress={requestedAddress} address={address} />
      )}
    </>
  )
}

interface AnalysisPageProps {
  requestedAddress: string
  address: Address | null
}

function AnalysisPage({ requestedAddress, address }: AnalysisPageProps) {
  const { address: connectedAddress } = useWalletSession()
  const navigate = useNavigate()
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
        {address !== null && (
          <LazyDueProcess
            part="status"
            address={address}
            scoreFlags={analysis.result?.metadata.flags ?? NO_FLAGS}
          />
        )}
        <StatusLine messages={analysis.messages} />
        <WalletContent requestedAddress={requestedAddress} analysis={analysis} />
      </div>
    </div>
  )
}

const NO_FLAGS: readonly string[] = []

interface WalletContentProps {
  requestedAddress: string
  analysis: ReturnType<typeof useWalletAnalysis>
}

function WalletContent({ requestedAddress, analysis }: WalletContentProps) {
  const { hash } = useLocation()
  if (requestedAddress === '') {
    return hash === APPEAL_HASH ? <LazyDueProcess part="appeal" /> : <NoAddress />
  }
  if (analysis.isLoading) return <ComputingScore />
  if (analysis.result === undefined) return <NoScore />
  return <WalletResult result={analysis.result} analysis={analysis} />
}
