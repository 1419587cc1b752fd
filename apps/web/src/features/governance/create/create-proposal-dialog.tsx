import type { Proposal } from '@app/api/schemas/proposal.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import { describeUnfreeze } from '@app/contracts/describe-unfreeze.ts'
import { MAX_OPEN_PER_PERSON } from '@app/rules/constants.ts'
import type { Address } from '@app/values/address.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import { PROPOSAL_REASON_MIN, VOTING_PERIOD_HOURS } from '@app/values/limits.ts'
import { countCharacters } from '@app/values/plain-text.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { parseAddressInput } from '../../../lib/address-input.ts'
import { useApi } from '../../../lib/api.ts'
import { useChainNow } from '../../../lib/chain-clock.ts'
import { useDescribeIntention } from '../../../lib/consent/describe-intention.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { buildProposalPath } from '../../../lib/governance-path.ts'
import { protectionQuery } from '../../../lib/protection-query.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useConfig } from '../../../lib/runtime-config.ts'
import { useWalletSession } from '../../../lib/wallet-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { isVotingOpen } from '../proposal-status.ts'
import { proposalsQuery } from '../read-proposals.ts'
import { type NewProposal, useProposalForm } from './use-proposal-form.ts'

interface CreateProposalDialogProps {
  /** Address that the form has at first, or empty. */
  target: string
  isOpen: boolean
  onClose: () => void
}

export function CreateProposalDialog({ target, isOpen, onClose }: CreateProposalDialogProps) {
  const { values, change, submit, isBusy } = useProposalForm(target, onClose)
  const submitButton = useRef<HTMLButtonElement>(null)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  if (!isOpen) return null
  return (
    <Modal onClose={onClose} isBusy={isBusy} focus={{ resumed: submitButton }} className="max-w-lg">
      <ModalTitle className="text-title font-semibold tracking-tight">
        Create Governance Proposal
      </ModalTitle>
      <form onSubmit={onSubmit} noValidate className="mt-5 space-y-5">
        <ProposerNote />
        <ProposalFields values={values} onChange={change} />
        <Obstacles values={values} />
        <p className="flex gap-2.5 rounded-control bg-fair-soft px-4 py-3 text-small text-fair">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          This proposal will be visible to all members and needs 3+ votes to pass.
        </p>
        <SignedWords values={values} />
        <div className="dialog-buttons max-sm:*:flex-1">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button ref={submitButton} type="submit" isBusy={isBusy}>
            {isBusy ? 'Creating...' : 'Create Proposal'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const ACTIONS: readonly { value: ProposalAction; label: string }[] = [
  { value: 'freeze', label: 'Freeze' },
  { value: 'unfreeze', label: 'Unfreeze' },
  { value: 'recover', label: 'Recover' },
]

interface ProposalFieldsProps {
  values: NewProposal
  onChange: (change: Partial<NewProposal>) => void
}

function ProposalFields({ values, onChange }: ProposalFieldsProps) {
  const { people } = useConfig()
  const showMeantAddress = () => {
    const targetAddress = parseAddressInput(values.targetAddress, people)
    if (targetAddress !== null) onChange({ targetAddress })
  }
  return (
    <>
      <Field label="Target Address" hint="Flow address to apply the action to">
        {(field) => (
          <input
            {...field}
            value={values.targetAddress}
            onChange={(event) => onChange({ targetAddress: event.target.value })}
            onBlur={showMeantAddress}
            placeholder="0x1234567890abcdef"
            autoComplete="off"
            spellCheck={false}
            className="field font-mono"
          />
        )}
      </Field>
      <Field label="Action Type">
        {(field) => (
          <select
            {...field}
            value={values.action}
            onChange={(event) => onChange({ action: parseProposalAction(event.target.value) })}
            className="field min-h-11"
          >
            {ACTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Reason"
        hint={`${countCharacters(values.reason)}/${PROPOSAL_REASON_MIN} characters minimum`}
      >
        {(field) => (
          <textarea
            {...field}
            value={values.reason}
            onChange={(event) => onChange({ reason: event.target.value })}
            rows={4}
            className="field"
          />
        )}
      </Field>
    </>
  )
}

interface FieldProps {
  label: string
  hint?: string
  children: (field: { id: string; 'aria-describedby'?: string }) => ReactNode
}

function Field({ label, hint, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium">
        {label}
      </label>
      {children(hint === undefined ? { id } : { id, 'aria-describedby': hintId })}
      {hint !== undefined && (
        <p id={hintId} className="figures mt-1.5 text-small text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  )
}

const parseProposalAction = (value: string): ProposalAction =>
  ACTIONS.find((action) => action.value === value)?.value ?? 'freeze'

/** Says before anybody writes who may propose. */
function ProposerNote() {
  const { address } = useWalletSession()
  const { data = [] } = useQuery(proposalsQuery(useApi()))
  return <p className="text-small text-ink-soft">{describeProposer(address, data)}</p>
}

const ANYBODY = 'Any wallet can propose, whatever its score.'

/** Says whether a wallet can propose, null for none connected. The contract counts its open votes, without appeals. */
export function describeProposer(address: Address | null, proposals: readonly Proposal[]): string {
  if (address === null) return `${ANYBODY} Connect yours first: it signs the proposal.`
  const own = proposals.filter(
    (one) => isVotingOpen(one) && !one.isAppeal && one.proposer === address,
  )
  if (own.length < MAX_OPEN_PER_PERSON || own.some(({ rank }) => rank === 'appointed')) {
    return ANYBODY
  }
  return `Your wallet has ${own.length} proposals open for votes, and cannot have more: propose again when one of these votes has ended.`
}

/** Says before anybody writes or signs what stands in the way of the proposal; nothing while that is unknown. */
function Obstacles({ values: { action, targetAddress } }: { values: NewProposal }) {
  const api = useApi()
  const address = parseAddressInput(targetAddress, useConfig().people)
  const protection = useQuery(protectionQuery(api, address))
  const proposals = useQuery(proposalsQuery(api))
  const nowMs = useChainNow()
  if (address === null || protection.data === undefined) return null
  const same = proposals.data?.find(
    (one) => isVotingOpen(one) && one.action === action && one.targetAddress === address,
  )
  const obstacle = describeObstacle(action, protection.data, nowMs)
  if (same === undefined && obstacle === null) return null
  return (
    <p
      role="status"
      className="rounded-control bg-bad-soft px-4 py-3 text-small font-medium text-bad"
    >
      {same === undefined ? (
        obstacle
      ) : (
        <>
          Proposal #{same.id} asks for the same, and is open for votes.{' '}
          <Link to={buildProposalPath(same.id)} className="underline underline-offset-4">
            Show it
          </Link>
        </>
      )}
    </p>
  )
}

const VOTING_PERIOD_MS = VOTING_PERIOD_HOURS * 3_600_000

/**
 * Says what stands in the way of a proposal at `nowMs` (Unix milliseconds of block time), which the contract refuses, or
 * which ends before its vote does: a recovery without a freeze that lasts, an unfreeze where nothing stands. Null where
 * nothing is known against it.
 */
export function describeObstacle(
  action: ProposalAction,
  { freeze, flag }: Pick<Protection, 'freeze' | 'flag'>,
  nowMs: number,
): string | null {
  const standing = freeze !== null && Date.parse(freeze.until) > nowMs ? freeze : null
  if (action === 'recover') return describeRecovery(standing, nowMs)
  if (action === 'unfreeze' && standing === null && flag === null) {
    return 'Neither a flag nor a freeze stands against this wallet: there is nothing to lift.'
  }
  return null
}

function describeRecovery(freeze: Protection['freeze'], nowMs: number): string | null {
  if (freeze === null) {
    return 'This wallet is not frozen: a recovery opens only under a freeze. Propose a freeze first.'
  }
  if (freeze.overruledAt !== null) {
    return `A vote decided on ${formatDateTime(freeze.overruledAt)} to end this freeze: no recovery opens under it. Propose a new freeze first.`
  }
  if (nowMs + VOTING_PERIOD_MS < Date.parse(freeze.until)) return null
  return `The freeze ends on ${formatDateTime(freeze.until)}, and a recovery ends with it, before its vote of ${VOTING_PERIOD_HOURS} hours could approve it: renew the freeze first.`
}

/** What the proposal does as it is filled in, where its name does not say it, and what the wallet is going to sign. */
export function SignedWords({ values: { targetAddress, action } }: { values: NewProposal }) {
  const describe = useDescribeIntention(targetAddress.trim() || 'the target address')
  const named = useNamedByUnfreeze(action === 'unfreeze' ? targetAddress : '')
  const effect = named === undefined ? [] : [describeUnfreeze(named)]
  const words = [...effect, describe({ kind: 'proposal', action, ...named })].join(' ')
  return words !== '' && <p className="text-small text-ink-soft wrap-anywhere">{words}</p>
}

/** The flag and the freeze that an unfreeze would name now; undefined while they are unknown, or where none stands. */
function useNamedByUnfreeze(target: string) {
  const { people } = useConfig()
  const { data } = useQuery(protectionQuery(useApi(), parseAddressInput(target, people)))
  if (!data?.flag && !data?.freeze) return undefined
  return { flagNumber: data.flag?.number, freezeNumber: data.freeze?.number }
}
