import { flagWallet, withdrawFlag } from '@app/api/routes/actions.ts'
import { checkWallet } from '@app/api/routes/agent.ts'
import type { Address } from '@app/values/address.ts'
import { FLAG_REASON, FLAG_REASON_MIN } from '@app/values/limits.ts'
import { HIGH_RISK_BELOW } from '@app/values/risk-level.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX, Flag, History, type LucideIcon, RefreshCw, Vote } from 'lucide-react'
import { useRef } from 'react'
import { useApi } from '../../lib/api.ts'
import { useDescribeIntention } from '../../lib/consent/describe-intention.ts'
import { hashText } from '../../lib/consent/encode-text.ts'
import { useSignIntention } from '../../lib/consent/use-sign-intention.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { buildNewProposalPath, buildWalletProposalsPath } from '../../lib/governance-path.ts'
import { loadPart } from '../../lib/loading/load-part.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import { Link } from '../../lib/router/link.tsx'
import { ARIA_DISABLED_PROPS } from '../../ui/button.tsx'
import { CardPart } from '../../ui/card.tsx'
import { askText, askToConfirm, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { UserText } from '../../ui/user-text.tsx'

interface ProtectionActionsProps {
  address: Address
  score: number
  /** Called after a review, a flag or its withdrawal succeeded. */
  onDone: () => void
}

export function ProtectionActions({ address, score, onDone }: ProtectionActionsProps) {
  const { review, flag, withdraw, isBusy, outcome } = useWalletActions(address, onDone)
  const isHighRisk = score < HIGH_RISK_BELOW
  return (
    <CardPart title="Protection Actions">
      <div className="grid grid-cols-2 gap-2">
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
          tag={isHighRisk && 'High Risk Detected'}
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
      <div role="status" className="mt-3 text-small empty:hidden">
        {isBusy && (
          <p className="flex items-center gap-2.5 text-ink-soft">
            <Spinner /> Processing action...
          </p>
        )}
        {outcome && <OutcomeBanner outcome={outcome} />}
      </div>
      <DueProcess onWithdraw={withdraw} isBusy={isBusy} />
    </CardPart>
  )
}

function DueProcess({ onWithdraw, isBusy }: { onWithdraw: () => void; isBusy: boolean }) {
  return (
    <div className="mt-2 text-caption text-ink-faint">
      <p>
        <strong className="font-semibold text-ink-soft">Due process:</strong> All severe actions
        (freeze, recover) need DAO approval. Automated flags are reversible and subject to community
        review.
      </p>
      <p>
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

function OutcomeBanner({ outcome }: { outcome: ActionOutcome }) {
  const Icon = outcome.isSuccess ? CircleCheck : CircleX
  return (
    <div
      className={`rise flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control px-3 py-2 font-medium ${SOFT_TONE_CLASSES[outcome.isSuccess ? 'good' : 'bad']}`}
    >
      <p className="flex min-w-0 gap-2.5">
        <Icon className="size-5 shrink-0" aria-hidden="true" />
        <UserText as="span">{outcome.message}</UserText>
      </p>
      {outcome.txId && (
        <TransactionLink txId={outcome.txId} className="ml-auto underline underline-offset-4" />
      )}
    </div>
  )
}

interface ActionTileProps {
  icon: LucideIcon
  title: string
  text: string
  /** Where it leads, of a link; a button has `onClick`. */
  to?: string
  onClick?: () => void
  isDisabled?: boolean
  /** Emphasized by colour, in addition to `tag`. */
  isUrgent?: boolean
  tag?: string | false
}

const TILE_CLASS =
  'flex h-full flex-col items-start gap-1 rounded-control border px-2.5 py-2 text-left text-caption transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-60'
const NORMAL_TILE_CLASS = 'border-line bg-canvas hover:border-brand hover:bg-brand-soft'
const URGENT_TILE_CLASS = 'border-bad-fill bg-bad-soft hover:border-bad'

function ActionTile(props: ActionTileProps) {
  const { icon: Icon, title, text, to, onClick, isDisabled, isUrgent, tag } = props
  const className = `${TILE_CLASS} ${isUrgent ? URGENT_TILE_CLASS : NORMAL_TILE_CLASS}`
  const body = (
    <>
      <span
        className={`flex items-center gap-1.5 text-small leading-5 font-semibold ${isUrgent ? 'text-bad' : ''}`}
      >
        <Icon
          className={`size-4 shrink-0 ${isUrgent ? '' : 'text-brand'}`}
          strokeWidth={1.75}
          aria-hidden="true"
        />
        {title}
      </span>
      <span className="text-ink-soft">{text}</span>
      {tag && (
        <span className="rounded-md border border-bad-fill px-1.5 font-medium text-bad">{tag}</span>
      )}
    </>
  )
  return to === undefined ? (
    <button
      type="button"
      onClick={onClick}
      {...(isDisabled && ARIA_DISABLED_PROPS)}
      className={className}
    >
      {body}
    </button>
  ) : (
    <Link to={to} className={className}>
      {body}
    </Link>
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
  const refused = useRef('')
  const review = () =>
    start({
      run: () => api.call(checkWallet, { body: { address } }),
      successMessage: 'Review completed successfully',
      errorMessage: 'Review failed',
    })
  const flag = async () => {
    const reason = await askFlagReason(describe({ kind: 'report' }), refused)
    if (reason === null) return
    start({
      run: () => send.flag(reason),
      successMessage: 'Wallet flagged successfully',
      errorMessage: 'Flag action failed',
    })
  }
  const withdraw = async () => {
    const question = 'Do you want to withdraw your flag of this wallet?'
    if (!(await askToConfirm(question, describe({ kind: 'report withdrawal' })))) return
    start({
      run: send.withdrawal,
      successMessage: 'Flag withdrawn successfully',
      errorMessage: 'Failed to withdraw the flag',
    })
  }
  return { review, flag, withdraw, isBusy, outcome }
}

interface ProtectionAction {
  run: () => Promise<{ txId?: string | undefined }>
  successMessage: string
  errorMessage: string
}

interface ActionOutcome {
  isSuccess: boolean
  message: string
  txId?: string | undefined
}

function useProtectionAction(onDone: () => void) {
  const action = useMutation({
    mutationFn: ({ run }: ProtectionAction) => run(),
    onSuccess: onDone,
    onError: (error, { errorMessage }) => reportFailure(errorMessage, error),
  })
  const { variables, data, error } = action
  let outcome: ActionOutcome | null = null
  if (action.isSuccess)
    outcome = { isSuccess: true, message: action.variables.successMessage, txId: data?.txId }
  if (error !== null && variables !== undefined)
    outcome = { isSuccess: false, message: formatServerFailure(error, variables.errorMessage) }
  return { start: action.mutate, isBusy: action.isPending, outcome }
}

/** Without a connected wallet, a flag is the report of the wallet that is logged in, or of a visitor. */
function useSendSigned(targetAddress: Address) {
  const api = useApi()
  const sign = useSignIntention()
  return {
    flag: async (reason: string) => {
      const subject = { kind: 'report', reasonHash: await hashText(reason) } as const
      const signed = await sign({ targetAddress, subject })
      const wallet = signed && { wallet: signed.wallet }
      return api.call(flagWallet, { body: { targetAddress, reason, ...wallet } })
    },
    withdrawal: async () => {
      const signed = await sign({ targetAddress, subject: { kind: 'report withdrawal' } })
      const wallet = signed && { wallet: signed.wallet }
      return api.call(withdrawFlag, { body: { targetAddress, ...wallet } })
    },
  }
}

/**
 * Asks for the reason to flag a wallet, with a note under the question. Returns null after an alert when it cannot be taken
 * or the prompt is cancelled. A text that cannot be taken is kept in `refused`, and stands in the prompt the next time.
 */
export async function askFlagReason(
  note?: string,
  refused = { current: '' },
): Promise<string | null> {
  const check = await loadTextCheck()
  if (check === null) return null
  const question = `Enter reason for flagging (minimum ${FLAG_REASON_MIN} characters):`
  const notes = [PUBLIC_NOTE, note].filter(Boolean).join(' ')
  const text = await askText(question, notes, refused.current)
  const reason = check.normalizeText(text ?? '')
  const problem = check.findTextProblem(reason, FLAG_REASON)
  refused.current = problem === null ? '' : (text ?? '')
  if (problem === null) return reason
  await showAlert(problem)
  return null
}

const PUBLIC_NOTE = 'Your flag is public, and shown as a report that nobody has verified.'

/** Loads the check before anything is written, so that nothing is lost where it does not arrive. */
async function loadTextCheck() {
  try {
    return await loadPart(() => import('@app/values/plain-text.ts'))
  } catch {
    await showAlert('The form could not be loaded. Check your connection and try again.')
    return null
  }
}
