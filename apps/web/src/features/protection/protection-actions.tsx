import type { Address } from '@app/values/address.ts'
import { HIGH_RISK_BELOW } from '@app/values/risk-level.ts'
import { Flag, History, RefreshCw, Vote } from 'lucide-react'
import { useApi } from '../../lib/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ActionTile } from './action-tile.tsx'
import { askFlagReason } from './ask-flag-reason.ts'
import { OutcomeBanner } from './outcome-banner.tsx'
import { flagAsSuspicious, requestReview } from './queries.ts'
import { useProtectionAction } from './use-protection-action.ts'

interface ProtectionActionsProps {
  address: Address
  score: number
  /** Called after a review or a flag succeeded. */
  onDone: () => void
}

/** The actions that any user can take on a wallet. */
export function ProtectionActions({ address, score, onDone }: ProtectionActionsProps) {
  const { review, flag, isBusy, outcome } = useWalletActions(address, onDone)
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
      <p className="mt-4 border-t border-line pt-4 text-sm text-ink-faint">
        <strong className="font-semibold text-ink-soft">Due process:</strong> All severe actions
        (freeze, recover) need DAO approval. Automated flags are reversible and subject to community
        review.
      </p>
    </Card>
  )
}

function useWalletActions(address: Address, onDone: () => void) {
  const api = useApi()
  const { start, isBusy, outcome } = useProtectionAction(onDone)
  const review = () =>
    start({
      run: () => requestReview(api, address),
      successMessage: 'Review completed successfully',
      errorMessage: 'Review failed',
    })
  const flag = async () => {
    const reason = await askFlagReason()
    if (reason === null) return
    start({
      run: () => flagAsSuspicious(api, address, reason),
      successMessage: 'Wallet flagged successfully',
      errorMessage: 'Flag action failed',
    })
  }
  return { review, flag, isBusy, outcome }
}
