import type { Protection } from '@app/api/schemas/governance/protection.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { AppealControl } from '../../../features/appeal/appeal-control.tsx'
import { casesQuery } from '../../../features/case/queries.ts'
import { AccusedView } from '../../../features/protection/accused-view.tsx'
import { describeProtection, isAccused } from '../../../features/protection/describe-protection.ts'
import { findStandingCase } from '../../../features/protection/find-case.ts'
import { ProtectionStatus } from '../../../features/protection/protection-status.tsx'
import { useApi } from '../../../lib/api.ts'
import { useChainNow } from '../../../lib/chain-clock.ts'
import { protectionQuery } from '../../../lib/protection-query.ts'
import { useWalletSession } from '../../../lib/wallet-session.ts'

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
  const lines = describeProtection(protection, nowMs, scoreFlags)
  const caseId = useStandingCase(address, protection)
  const { remedies } = protection
  const canAct = isAccused(protection, nowMs) || remedies.length > 0
  return (
    <div className="mb-4 empty:mb-0">
      {lines.length > 0 && <ProtectionStatus lines={lines} />}
      {(canAct || (isOwn && lines.length > 0)) && (
        <AccusedView
          address={address}
          protection={protection}
          caseId={caseId}
          isOwn={isOwn}
          appeal={isOwn && <AppealControl address={address} remedies={remedies} />}
        />
      )}
    </div>
  )
}

/** The case that stands against the wallet: the one that its status names, else the open one that changed last. */
function useStandingCase(address: Address, protection: Protection): string | null {
  const cases = useQuery(casesQuery(useApi(), address))
  const named = findStandingCase(protection)
  return named ?? cases.data?.find(({ isOpen }) => isOpen)?.caseId ?? null
}
