import type { Protection } from '@app/api/schemas/protection.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, ShieldAlert, ShieldCheck } from 'lucide-react'
import { AppealControl } from '../../../features/appeal/appeal-control.tsx'
import { CaseList } from '../../../features/case/case-list.tsx'
import { casesQuery } from '../../../features/case/read-case.ts'
import { OwnerHint, WaysOut } from '../../../features/protection/accused-view.tsx'
import {
  describeProtection,
  hasStatus,
  isAccused,
  summarizeProtection,
} from '../../../features/protection/describe-protection.ts'
import { findStandingCase } from '../../../features/protection/find-case.ts'
import { ProtectionStatus } from '../../../features/protection/protection-status.tsx'
import { useApi } from '../../../lib/api.ts'
import { buildCasePath } from '../../../lib/case-path.ts'
import { useChainNow } from '../../../lib/chain-clock.ts'
import { protectionQuery } from '../../../lib/protection-query.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useLocation } from '../../../lib/router/location.ts'
import { useScrollToHash } from '../../../lib/use-scroll-to-hash.ts'
import { useWalletSession } from '../../../lib/wallet-session.ts'
import { buildButtonClass } from '../../../ui/button.tsx'
import { useOpened } from '../../../ui/disclosure.tsx'
import { STATUS_HASH } from '../../../ui/status/owner-link.tsx'

interface WalletStatusProps {
  address: Address
  /** Flags of its score, empty while they are unknown. */
  scoreFlags: readonly string[]
}

/** What stands against a wallet and what its owner can do; nothing without it, or while it is unknown. */
export function WalletStatus({ address, scoreFlags }: WalletStatusProps) {
  const { data } = useQuery(protectionQuery(useApi(), address))
  const nowMs = useChainNow()
  if (data === undefined || !hasStatus(data, nowMs, scoreFlags)) return null
  const summary = summarizeProtection(data, nowMs, scoreFlags)
  return <Status protection={data} {...{ address, scoreFlags, summary }} />
}

interface StatusProps extends WalletStatusProps {
  protection: Protection
  summary: string
}

/** One line, which opens to all of it. It stands open for the owner, and for who follows a link to it. */
function Status({ address, scoreFlags, protection, summary }: StatusProps) {
  const nowMs = useChainNow()
  const isOwn = useWalletSession().address === address
  const isOpen = useLocation().hash === STATUS_HASH || isOwn
  const isHeld = isAccused(protection, nowMs)
  const { wasOpened, props } = useOpened()
  const place = useScrollToHash<HTMLDivElement>(STATUS_HASH)
  const Icon = isHeld ? ShieldAlert : ShieldCheck
  return (
    <div ref={place} className="scroll-mt-20">
      <details className="group/status card" open={isOpen} {...props}>
        <summary className="figures flex min-h-11 list-none items-center gap-x-3 px-3 py-2 sm:px-5 [&::-webkit-details-marker]:hidden">
          <Icon
            className={`size-5 shrink-0 ${isHeld ? 'text-bad' : 'text-info'}`}
            aria-hidden="true"
          />
          <h2 className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <span className="font-semibold">{isHeld ? 'Warnings' : 'Protection'}</span>
            <span className="user-text text-small">{summary}</span>
          </h2>
          <ChevronRight
            className="ml-auto size-4 shrink-0 transition-transform group-open/status:rotate-90"
            aria-hidden="true"
          />
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-3 pb-4 sm:px-5">
          {wasOpened && <MainActions {...{ address, protection, isOwn, isHeld }} />}
          <ProtectionStatus
            lines={describeProtection(protection, nowMs, scoreFlags)}
            isOpen={isOwn}
          />
          {wasOpened && (
            <>
              <WaysOut {...{ address, protection, isOwn }} isAccused={isHeld}>
                {isOwn && !isHeld && <Appeal {...{ address, protection }} isMain={false} />}
              </WaysOut>
              <CaseList address={address} />
            </>
          )}
        </div>
      </details>
    </div>
  )
}

interface MainActionsProps {
  address: Address
  protection: Protection
  isOwn: boolean
  /** Something is held against the wallet; else it is only protected. */
  isHeld: boolean
}

/** The appeal for who is accused, the vault for who is protected; for others the case, and the way to connect. */
function MainActions({ address, protection, isOwn, isHeld }: MainActionsProps) {
  const caseId = useStandingCase(address, protection)
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {isOwn && isHeld && <Appeal {...{ address, protection }} isMain />}
      {isOwn && !isHeld && (
        <Link to={`/wallet/${address}#holdings`} className={buildButtonClass('primary', 'small')}>
          Your vault
        </Link>
      )}
      {caseId !== null && (
        <Link
          to={buildCasePath(address, caseId)}
          className={buildButtonClass('secondary', 'small')}
        >
          See the case
        </Link>
      )}
      <OwnerHint />
    </div>
  )
}

interface AppealProps extends Pick<MainActionsProps, 'address' | 'protection'> {
  isMain: boolean
}

const Appeal = ({ address, protection: { remedies }, isMain }: AppealProps) => (
  <AppealControl address={address} remedies={remedies} variant={isMain ? 'primary' : 'secondary'} />
)

/** The case that stands against the wallet: the one that its status names, else the open one that changed last. */
function useStandingCase(address: Address, protection: Protection): string | null {
  const cases = useQuery(casesQuery(useApi(), address))
  const named = findStandingCase(protection)
  return named ?? cases.data?.find(({ isOpen }) => isOpen)?.caseId ?? null
}
