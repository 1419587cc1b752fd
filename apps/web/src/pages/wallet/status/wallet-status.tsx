import type { Protection } from '@app/api/schemas/protection.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { AppealControl } from '../../../features/appeal/appeal-control.tsx'
import { casesQuery } from '../../../features/case/read-case.ts'
import { AccusedHeader, WaysOut } from '../../../features/protection/accused-view.tsx'
import {
  describeProtection,
  isAccused,
  isDisputable,
} from '../../../features/protection/describe-protection.ts'
import { findStandingCase } from '../../../features/protection/find-case.ts'
import { ProtectionStatus } from '../../../features/protection/protection-status.tsx'
import { useApi } from '../../../lib/api.ts'
import { useChainNow } from '../../../lib/chain-clock.ts'
import { protectionQuery } from '../../../lib/protection-query.ts'
import { useScrollToHash } from '../../../lib/use-scroll-to-hash.ts'
import { useWalletSession } from '../../../lib/wallet-session.ts'
import { STATUS_HASH } from '../../../ui/status/owner-link.tsx'

interface WalletStatusProps {
  address: Address
  /** Flags of its score, empty while they are unknown. */
  scoreFlags: readonly string[]
}

/** What stands against a wallet and what its owner can do; nothing without it, or while it is unknown. */
export function WalletStatus({ address, scoreFlags }: WalletStatusProps) {
  const { data } = useQuery(protectionQuery(useApi(), address))
  return data === undefined ? null : <Status protection={data} {...{ address, scoreFlags }} />
}

interface StatusProps extends WalletStatusProps {
  protection: Protection
}

function Status({ address, scoreFlags, protection }: StatusProps) {
  const nowMs = useChainNow()
  const isOwn = useWalletSession().address === address
  const caseId = useStandingCase(address, protection)
  const lines = describeProtection(protection, nowMs, scoreFlags)
  const { remedies } = protection
  const isHeld = isAccused(protection, nowMs)
  // True also while an appeal is open, so that its acknowledgement stays.
  const canDispute = isDisputable(protection, nowMs)
  const place = useScrollToHash<HTMLDivElement>(STATUS_HASH)
  if (lines.length === 0 && !canDispute) return null
  const view = { address, isOwn, isAccused: isHeld }
  return (
    <div ref={place} className="mb-3 scroll-mt-20">
      {canDispute && (
        <AccusedHeader
          {...view}
          caseId={caseId}
          appeal={<AppealControl address={address} remedies={remedies} />}
        >
          {!isOwn && <WaysOut {...view} protection={protection} />}
        </AccusedHeader>
      )}
      {lines.length > 0 && <ProtectionStatus lines={lines} isOpen={isOwn} />}
      {canDispute && isOwn && <WaysOut {...view} protection={protection} />}
    </div>
  )
}

/** The case that stands against the wallet: the one that its status names, else the open one that changed last. */
function useStandingCase(address: Address, protection: Protection): string | null {
  const cases = useQuery(casesQuery(useApi(), address))
  const named = findStandingCase(protection)
  return named ?? cases.data?.find(({ isOpen }) => isOpen)?.caseId ?? null
}
