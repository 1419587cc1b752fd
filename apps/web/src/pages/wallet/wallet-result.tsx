import type { Protection } from '@app/api/schemas/protection.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { parseAddress } from '@app/values/address.ts'
import type { ReactNode } from 'react'
import { CompareButton } from '../../features/compare/compare.tsx'
import { PublishButton } from '../../features/publication/publish-button.tsx'
import { AdviceLine, LazyAdviceCard } from '../../features/score/advice/advice.tsx'
import { StrongestReasons } from '../../features/score/reasons/strongest-reasons.tsx'
import { ScoreBreakdown } from '../../features/score/score-breakdown.tsx'
import { ScoreCard } from '../../features/score/score-card.tsx'
import { ShareButton } from '../../features/share/share-button.tsx'
import { WatchToggle } from '../../features/watch/watch-toggle.tsx'
import { findName } from '../../lib/address-input.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { lazyNear } from '../../ui/when-near.tsx'
import { describeSituation } from './describe-situation.ts'
import type { WalletAnalysis } from './use-wallet-analysis.ts'

interface WalletResultProps {
  result: ScoreResult
  analysis: WalletAnalysis
  status: ReactNode
}

/** All data of a wallet: the answer first, then what stands against it, then why, what it did, its case and the proof. */
export function WalletResult({ result, analysis, status }: WalletResultProps) {
  const address = parseAddress(result.address)
  const situation = describeSituation(result, analysis.protection, useChainNow())
  const { address: connected } = useWalletSession()
  const names = useNames(result.address, analysis.protection)
  const isOwn = connected === address
  if (address === null) return null
  return (
    <div className="rise grid gap-4" aria-busy={analysis.isBusy}>
      <ScoreCard
        result={result}
        updateMode={analysis.updateMode}
        names={names}
        advice={<AdviceLine situation={situation} isOwn={isOwn} />}
      >
        <PublishButton key={address} address={address} />
        {connected !== null && <WatchToggle key={address} address={address} owner={connected} />}
        <ShareButton result={result}>
          <CompareButton address={address} />
        </ShareButton>
      </ScoreCard>
      {status}
      <SectionLinks />
      <Section id="why" title="Why">
        <StrongestReasons reasons={result.reasons} />
        <ScoreBreakdown result={result} />
        <LazyAdviceCard result={result} situation={situation} isOwn={isOwn} />
        {result.reasons.length > 0 && <Waterfall result={result} />}
      </Section>
      <Section id="activity" title="Activity">
        <WalletPictures address={address} result={result} />
      </Section>
      <Section id="case" title="Case">
        <CaseContent {...{ address, result, analysis }} />
      </Section>
      <Section id="proof" title="Proof">
        <ProofContent {...{ address, result, analysis }} />
      </Section>
    </div>
  )
}

// The content security policy allows no inline styles: styles.css lists each class for a number of reasons.
const Waterfall = lazyNear(
  async () => (await import('../../features/score/waterfall/waterfall.tsx')).Waterfall,
  ({ result }) => (
    <div
      className={`card min-h-[${Math.min(Math.round(17 + result.reasons.length * 2.2), 80)}rem]`}
    />
  ),
)
const WalletPictures = lazyNear(
  async () => (await import('./wallet-pictures.tsx')).WalletPictures,
  () => <div className="min-h-[56rem]" />,
)
const getSectionPlaceholder = () => <div className="min-h-[36rem]" />
const CaseContent = lazyNear(
  async () => (await import('./later-sections.tsx')).CaseContent,
  getSectionPlaceholder,
)
const ProofContent = lazyNear(
  async () => (await import('./later-sections.tsx')).ProofContent,
  getSectionPlaceholder,
)

/** What the wallet is called here, and by the lists that have it. */
function useNames(address: string, protection: Protection | undefined): string[] {
  const name = findName(address, useConfig().people)
  const lists = protection?.labels.map(({ kind, source }) => `${kind}: ${source}`) ?? []
  return [...(name === undefined ? [] : [name]), ...new Set(lists)]
}

const SECTIONS = [
  ['why', 'Why'],
  ['activity', 'Activity'],
  ['case', 'Case'],
  ['proof', 'Proof'],
] as const

const SectionLinks = () => (
  <nav aria-label="Sections of this wallet">
    <ul className="flex flex-wrap gap-1">
      {SECTIONS.map(([id, title]) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="grid min-h-9 items-center rounded-full px-3.5 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

interface SectionProps {
  id: (typeof SECTIONS)[number][0]
  title: string
  children: ReactNode
}

const Section = ({ id, title, children }: SectionProps) => (
  <section
    id={id}
    aria-label={title}
    // Its link moves the focus here.
    tabIndex={-1}
    className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-4 outline-none"
  >
    <h2 className="mt-4 text-xl font-semibold tracking-tight">{title}</h2>
    {children}
  </section>
)
