import type { Address } from '@app/values/address.ts'
import { HIGH_RISK_BELOW } from '@app/values/risk-level.ts'
import { CircleCheck, CircleX, Flag, History, type LucideIcon, RefreshCw, Vote } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { useDescribeIntention } from '../../lib/consent/describe-intention.ts'
import { hashText } from '../../lib/consent/encode-text.ts'
import { useSignIntention } from '../../lib/consent/use-sign-intention.ts'
import { useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { buildNewProposalPath, buildWalletProposalsPath } from '../../lib/governance-path.ts'
import { Link } from '../../lib/router/link.tsx'
import { ARIA_DISABLED_PROPS } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { askConfirmation } from '../../ui/dialogs/dialogs.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { UserText } from '../../ui/user-text.tsx'
import { askFlagReason } from './ask-flag-reason.ts'
import { requestReview, submitFlag, submitWithdrawal } from './read-protection.ts'
import { type ActionOutcome, useProtectionAction } from './use-protection-action.ts'

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
          to={buildWalletProposalsPath(address)}
        />
        <ActionTile
          icon={Vote}
          title="Create Proposal"
          text="Propose a protective action to the DAO"
          to={buildNewProposalPath(address)}
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

/** Shows the outcome of an action. */
export function OutcomeBanner({ outcome }: { outcome: ActionOutcome }) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  const Icon = outcome.isSuccess ? CircleCheck : CircleX
  return (
    <div
      className={`rise flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control px-4 py-3 font-medium ${SOFT_TONE_CLASSES[outcome.isSuccess ? 'good' : 'bad']}`}
    >
      <p className="flex min-w-0 gap-2.5">
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <UserText as="span">{outcome.message}</UserText>
      </p>
      {outcome.txId && (
        <a
          href={buildTransactionUrl(outcome.txId)}
          target="_blank"
          rel="noopener noreferrer"
          className="ml-auto underline underline-offset-4"
        >
          View Transaction →
        </a>
      )}
    </div>
  )
}

interface TileProps {
  icon: LucideIcon
  title: string
  text: string
  /** Emphasized by colour, in addition to `tag`. */
  isUrgent?: boolean
  tag?: ReactNode
}

type ActionTileProps = TileProps &
  ({ to: string } | { onClick: () => void; isDisabled: boolean; to?: undefined })

const TILE_CLASS =
  'flex h-full flex-col items-start gap-1 rounded-control border p-4 text-left transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-60'
const NORMAL_TILE_CLASS = 'border-line bg-canvas hover:border-brand hover:bg-brand-soft'
const URGENT_TILE_CLASS = 'border-bad-fill bg-bad-soft hover:border-bad'

/** A large button, or a link when it leads to another page. */
function ActionTile(props: ActionTileProps) {
  const className = `${TILE_CLASS} ${props.isUrgent ? URGENT_TILE_CLASS : NORMAL_TILE_CLASS}`
  if (props.to !== undefined) {
    return (
      <Link to={props.to} className={className}>
        <TileBody {...props} />
      </Link>
    )
  }
  return (
    <button
      type="button"
      onClick={props.onClick}
      {...(props.isDisabled && ARIA_DISABLED_PROPS)}
      className={className}
    >
      <TileBody {...props} />
    </button>
  )
}

function TileBody({ icon: Icon, title, text, isUrgent, tag }: TileProps) {
  return (
    <>
      <span className="mb-2 flex w-full items-center justify-between gap-2">
        <Icon
          className={`size-5 ${isUrgent ? 'text-bad' : 'text-brand'}`}
          strokeWidth={1.75}
          aria-hidden="true"
        />
        {tag}
      </span>
      <span className={`font-semibold ${isUrgent ? 'text-bad' : ''}`}>{title}</span>
      <span className="text-sm text-ink-soft">{text}</span>
    </>
  )
}

/**
 * Returns functions that review a wallet, flag it and withdraw the flag, and the outcome of the last one. A
 * connected wallet signs its flags; without one they are reports of a visitor.
 */
function useWalletActions(address: Address, onDone: () => void) {
  const { start, isBusy, outcome } = useProtectionAction(onDone)
  const api = useApi()
  const send = useSendSigned(address)
  const describe = useDescribeIntention(address)
  const review = () =>
    start({
      run: () => requestReview(api, address),
      successMessage: 'Review completed successfully',
      errorMessage: 'Review failed',
    })
  const flag = async () => {
    const reason = await askFlagReason(describe({ kind: 'report' }))
    if (reason === null) return
    start({
      run: () => send.flag(reason),
      successMessage: 'Wallet flagged successfully',
      errorMessage: 'Flag action failed',
    })
  }
  const withdraw = async () => {
    const question = 'Do you want to withdraw your flag of this wallet?'
    if (!(await askConfirmation(question, describe({ kind: 'report withdrawal' })))) return
    start({
      run: send.withdrawal,
      successMessage: 'Flag withdrawn successfully',
      errorMessage: 'Failed to withdraw the flag',
    })
  }
  return { review, flag, withdraw, isBusy, outcome }
}

function useSendSigned(targetAddress: Address) {
  const api = useApi()
  const sign = useSignIntention()
  return {
    flag: async (reason: string) => {
      const subject = { kind: 'report', reasonHash: await hashText(reason) } as const
      const wallet = await sign({ targetAddress, subject })
      return submitFlag(api, { targetAddress, reason }, wallet)
    },
    withdrawal: async () => {
      const wallet = await sign({ targetAddress, subject: { kind: 'report withdrawal' } })
      return submitWithdrawal(api, targetAddress, wallet)
    },
  }
}
