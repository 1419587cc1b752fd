import type { ProposalAction } from '@app/api/schemas/governance/proposal.ts'
import { PROPOSAL_REASON_MIN } from '@app/values/limits.ts'
import { type ReactNode, useId } from 'react'
import { parseAddressInput } from '../../../lib/address-input/parse-address-input.ts'
import { useConfig } from '../../../lib/config/config-context.ts'
import type { NewProposal } from '../queries.ts'

const ACTIONS: readonly { value: ProposalAction; label: string }[] = [
  { value: 'freeze', label: 'Freeze' },
  { value: 'unfreeze', label: 'Unfreeze' },
  { value: 'recover', label: 'Recover' },
]

interface ProposalFieldsProps {
  values: NewProposal
  onChange: (change: Partial<NewProposal>) => void
}

export function ProposalFields({ values, onChange }: ProposalFieldsProps) {
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
        hint={`${values.reason.trim().length}/${PROPOSAL_REASON_MIN} characters minimum`}
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
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children(hint === undefined ? { id } : { id, 'aria-describedby': hintId })}
      {hint !== undefined && (
        <p id={hintId} className="figures mt-1.5 text-sm text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  )
}

const parseProposalAction = (value: string): ProposalAction =>
  ACTIONS.find((action) => action.value === value)?.value ?? 'freeze'
