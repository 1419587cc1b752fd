import type { Address } from '@app/values/address.ts'
import { HIGH_RISK_BELOW } from '@app/values/risk-level.ts'
import { Flag, History, RefreshCw, Vote } from 'lucide-react'
import { ARIA_DISABLED_PROPS } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { ActionTile } from './action-tile.tsx'
import { OutcomeBanner } from './outcome-banner.tsx'
import { useWalletActions } from './use-wallet-actions.ts'

interface ProtectionActionsProps {
  address: Address
  score: number
  /** Called after a review, a flag or its withdrawal succeeded. */
  onDone: () => void
}

/** The actions that any user can take on a wallet. */
export function ProtectionActions({ address, score, onDone }: ProtectionActionsProps) {
  const { review, flag, withdraw, isBusy, outcome } = useWalletActions(address, onDone)
  const isHighRisk = score < HIGH_RISK_BELOW
  return (
    <Card title="Protection Actions">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <ActionTile
          icon={RefreshCw}
          title="Request Review"
          text="Trigger the agent to re-evaluate this wallet"
          onClick={review}
          isDisabled={isBusy}
        />
        <ActionTile
          icon={Flag}
          title="Flag Wallet"
          text="Manually flag this wallet as suspicious"
          onClick={flag}
          isDisabled={isBusy}
          isUrgent={isHighRisk}
          tag={isHighRisk && <Badge tone="bad">High Risk Detected</Badge>}
        />
        <ActionTile
          icon={History}
          title="View History"
          text="See past governance actions"
          to="/governance"
        />
        <ActionTile
          icon={Vote}
          title="Create Proposal"
          text="Propose a protective action to the DAO"
          to="/governance"
        />
      </div>
      <div role="status" className="mt-4 empty:hidden">
        {isBusy && (
          <p className="flex items-center gap-2.5 text-ink-soft">
            <Spinner /> Processing action...
          </p>
        )}
        {outcome && <OutcomeBanner outcome={outcome} />}
      </div>
      <DueProcess onWithdraw={withdraw} isBusy={isBusy} />
    </Card>
  )
}

function DueProcess({ onWithdraw, isBusy }: { onWithdraw: () => void; isBusy: boolean }) {
  return (
    <div className="mt-4 border-t border-line pt-4 text-sm text-ink-faint">
      <p>
        <strong className="font-semibold text-ink-soft">Due process:</strong> All severe actions
        (freeze, recover) need DAO approval. Automated flags are reversible and subject to community
        review.
      </p>
      <p className="mt-1.5">
        Did you flag this wallet?{' '}
        <button
          type="button"
          onClick={onWithdraw}
          {...(isBusy && ARIA_DISABLED_PROPS)}
          className="link aria-disabled:opacity-60"
        >
          Withdraw your flag
        </button>
      </p>
    </div>
  )
}
