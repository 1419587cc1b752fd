import type { Address } from '@app/values/address.ts'
import { type ReactNode, Suspense } from 'react'
import { AddressForm } from '../../features/address-search/address-form.tsx'
import { LazyComparison, readCompared } from '../../features/compare/compare.tsx'
import { hasStatus } from '../../features/protection/describe-protection.ts'
import { parseAddressInput } from '../../lib/address-input.ts'
import { APPEAL_HASH } from '../../lib/case-path.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { navigate, useLocation, useParams } from '../../lib/router/location.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { readWantedCase } from './case/read-wanted-case.ts'
import { DueProcessPage, DueProcessPart } from './lazy-due-process.tsx'
import { useWalletAnalysis, type WalletAnalysis } from './use-wallet-analysis.ts'
import { WalletHead } from './wallet-head.tsx'
import { WalletResult } from './wallet-result.tsx'
import { ComputingScore, NoAddress, NoScore } from './wallet-states.tsx'

/** The analysis of a wallet, or one of its cases. Search engines list neither. */
export function WalletPage() {
  const { address: requestedAddress = '' } = useParams()
  const { search } = useLocation()
  const address = useRequestedAddress(requestedAddress)
  const wanted = readWantedCase(new URLSearchParams(search))
  const compared = readCompared(search, address)
  if (address !== null && compared !== null) {
    return <LazyComparison addresses={[address, compared]} />
  }
  return (
    <>
      <meta name="robots" content="noindex" />
      {address !== null && wanted !== null ? (
        <DueProcessPage part="case" address={address} wanted={wanted} />
      ) : (
        <AnalysisPage requestedAddress={requestedAddress} address={address} />
      )}
    </>
  )
}

/** The address in the path, or that of a name in a local world. */
function useRequestedAddress(requested: string): Address | null {
  const { people } = useConfig()
  return parseAddressInput(requested, people)
}

interface AnalysisPageProps {
  requestedAddress: string
  address: Address | null
}

function AnalysisPage({ requestedAddress, address }: AnalysisPageProps) {
  const { address: connectedAddress } = useWalletSession()
  const analysis = useWalletAnalysis(address)
  const initial = requestedAddress === '' ? (connectedAddress ?? '') : requestedAddress
  const analyze = (requested: Address) =>
    requested === address ? analysis.recompute() : navigate(`/wallet/${requested}`)
  return (
    <div className="page-width">
      <title>Wallet Analysis · Dharma Guard</title>
      <WalletHead />
      <StatusLine messages={analysis.messages} />
      <div className={WALLET_GRID_CLASS}>
        <AddressForm
          key={requestedAddress}
          initial={initial}
          connectedAddress={connectedAddress}
          isBusy={analysis.isBusy}
          onAnalyze={analyze}
        />
        <Suspense fallback={<ComputingScore />}>
          <WalletContent
            requestedAddress={requestedAddress}
            analysis={analysis}
            status={address !== null && <Status {...{ address, analysis }} />}
          />
        </Suspense>
      </div>
    </div>
  )
}

/** On wide screens the address box and whose wallet it is share a row, above all else. */
const WALLET_GRID_CLASS =
  'grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-y-3'

/** What stands against the wallet. Its code loads only where there is something, and before the page appears. */
function Status({ address, analysis }: { address: Address; analysis: WalletAnalysis }) {
  const nowMs = useChainNow()
  const { protection, result } = analysis
  const scoreFlags = result?.metadata.flags ?? NO_FLAGS
  if (protection === undefined || !hasStatus(protection, nowMs, scoreFlags)) return null
  return <DueProcessPart part="status" address={address} scoreFlags={scoreFlags} />
}

const NO_FLAGS: readonly string[] = []

interface WalletContentProps {
  requestedAddress: string
  analysis: WalletAnalysis
  status: ReactNode
}

function WalletContent({ requestedAddress, analysis, status }: WalletContentProps) {
  if (analysis.result !== undefined && requestedAddress !== '') {
    return <WalletResult result={analysis.result} analysis={analysis} status={status} />
  }
  return (
    <div className="lg:col-span-2">
      <WithoutResult {...{ requestedAddress, analysis, status }} />
    </div>
  )
}

function WithoutResult({ requestedAddress, analysis, status }: WalletContentProps) {
  const { hash } = useLocation()
  if (requestedAddress === '') {
    return hash === APPEAL_HASH ? <DueProcessPage part="appeal" /> : <NoAddress />
  }
  if (analysis.isLoading) return <ComputingScore />
  return (
    <>
      {status}
      <NoScore />
    </>
  )
}
