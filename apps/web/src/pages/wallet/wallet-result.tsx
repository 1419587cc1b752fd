import type { Protection } from '@app/api/schemas/protection.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import type { ReactNode } from 'react'
import { CompareButton } from '../../features/compare/compare.tsx'
import { PublishButton } from '../../features/publication/publish-button.tsx'
import { AdviceLine } from '../../features/score/advice/advice.tsx'
import { StrongestReasons } from '../../features/score/reasons/strongest-reasons.tsx'
import { ScoreBreakdown } from '../../features/score/score-breakdown.tsx'
import { ScoreCard } from '../../features/score/score-card.tsx'
import { ShareButton } from '../../features/share/share-button.tsx'
import { WatchToggle } from '../../features/watch/watch-toggle.tsx'
import { findName } from '../../lib/address-input.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { useScrollToHash } from '../../lib/use-scroll-to-hash.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { ShortAddress } from '../../ui/short-address.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { lazyNear } from '../../ui/when-near.tsx'
import { describeSituation } from './describe-situation.ts'
import type { WalletAnalysis } from './use-wallet-analysis.ts'

interface WalletResultProps {
  result: ScoreResult
  analysis: WalletAnalysis
  status: ReactNode
}

/** All data of a wallet: the answer first, then what stands against it, then why, its case, what it did and the proof. */
export function WalletResult({ result, analysis, status }: WalletResultProps) {
  const address = parseAddress(result.address)
  const situation = describeSituation(result, analysis.protection, useChainNow())
  const isOwn = useWalletSession().address === address
  const holdings = useScrollToHash<HTMLDivElement>('#holdings')
  if (address === null) return null
  return (
    <>
      <Identity address={address} result={result} protection={analysis.protection} />
      <div className="rise lg:col-span-2">
        <ScoreCard
          result={result}
          updateMode={analysis.updateMode}
          advice={<AdviceLine key={address} {...{ result, situation, isOwn }} />}
          publish={<PublishButton key={address} address={address} />}
        />
      </div>
      <div
        className="rise grid grid-cols-[minmax(0,1fr)] gap-3 max-lg:order-2 lg:col-span-2"
        aria-busy={analysis.isBusy}
      >
        {status}
        <SectionLinks />
        <Section id="why" title="Why">
          <div className="card grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 p-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <StrongestReasons reasons={result.reasons} />
            <ScoreBreakdown result={result} />
          </div>
        </Section>
        <Section id="case" title="Case">
          <CaseContent {...{ address, result, analysis }} />
        </Section>
        <Section id="activity" title="Activity">
          <div ref={holdings} className="scroll-mt-20">
            <ActivityContent result={result} />
          </div>
        </Section>
        <Section id="proof" title="Proof">
          <ProofContent {...{ address, result, analysis }} />
        </Section>
      </div>
    </>
  )
}

interface IdentityProps {
  address: Address
  result: ScoreResult
  protection: Protection | undefined
}

/** Whose wallet it is, to copy, with the names that somebody gave it; and what can be done with it from here. */
function Identity({ address, result, protection }: IdentityProps) {
  const names = useNames(address, protection)
  const { address: connected } = useWalletSession()
  return (
    <div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 gap-y-1 self-start max-lg:order-1">
      <ShortAddress address={address} as="text" canCopy leading={8} trailing={6} />
      {names.map((name) => (
        <Badge key={name} tone="neutral">
          <UserText className="inline-block max-w-56 truncate">{name}</UserText>
        </Badge>
      ))}
      <div className="flex gap-1 lg:ml-auto">
        {connected !== null && <WatchToggle key={address} address={address} owner={connected} />}
        <ShareButton result={result}>
          <CompareButton address={address} />
        </ShareButton>
      </div>
    </div>
  )
}

const ActivityContent = lazyNear(
  async () => (await import('./activity-content.tsx')).ActivityContent,
  () => <div className="min-h-[34rem]" />,
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
  ['case', 'Case'],
  ['activity', 'Activity'],
  ['proof', 'Proof'],
] as const

const SectionLinks = () => (
  <nav aria-label="Sections of this wallet">
    <ul className="flex flex-wrap gap-1">
      {SECTIONS.map(([id, title]) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="grid min-h-9 items-center rounded-full px-3.5 text-small font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
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
    className="scroll-mt-20 outline-none"
  >
    {children}
  </section>
)
