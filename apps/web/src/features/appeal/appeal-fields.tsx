import { PROPOSAL_REASON_MIN } from '@app/values/limits.ts'
import { type RefObject, useId } from 'react'
import { formatDateTime } from '../../lib/format/format.ts'
import { TextToSign } from '../../ui/consent/text-to-sign.tsx'
import type { AppealChoice } from './list-appeal-choices.ts'
import type { AppealForm } from './use-appeal-form.ts'

interface AppealFieldsProps {
  form: AppealForm
  choices: readonly AppealChoice[]
  reasonField: RefObject<HTMLTextAreaElement | null>
}

export function AppealFields({ form, choices, reasonField }: AppealFieldsProps) {
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">What you appeal against</legend>
        {choices.map((choice, index) => (
          <Choice
            key={choice.title}
            choice={choice}
            isChosen={choice === form.choice}
            onChoose={() => form.choose(index)}
          />
        ))}
      </fieldset>
      <ReasonField form={form} reasonField={reasonField} />
      <TextToSign text={form.text} />
      <p className="text-sm text-ink-soft">
        The text has your reason as its SHA-256. The reason itself is stored on the chain, where
        everybody can read it and nobody can delete it. You pay nothing.
      </p>
      {form.failure !== null && (
        <p role="alert" className="rounded-control bg-bad-soft px-4 py-3 font-medium text-bad">
          {form.failure}
        </p>
      )}
    </>
  )
}

interface ChoiceProps {
  choice: AppealChoice
  isChosen: boolean
  onChoose: () => void
}

function Choice({ choice: { title, text, until }, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="flex gap-2.5 py-1">
      <input
        type="radio"
        name="appeal"
        checked={isChosen}
        onChange={onChoose}
        className="mt-1.5 size-4 shrink-0 accent-brand-fill"
      />
      <span className="min-w-0">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="block text-sm text-ink-soft">
          {text} {until !== null && `Until ${formatDateTime(until)}.`}
        </span>
      </span>
    </label>
  )
}

function ReasonField({ form, reasonField }: Omit<AppealFieldsProps, 'choices'>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Why is it wrong?
      </label>
      <textarea
        ref={reasonField}
        id={id}
        rows={4}
        value={form.reason}
        onChange={(event) => form.setReason(event.target.value)}
        aria-describedby={`${id}-hint`}
        aria-invalid={form.problem !== null}
        className="field"
      />
      <p id={`${id}-hint`} className="figures mt-1.5 text-sm text-ink-faint">
        {form.reason.trim().length}/{PROPOSAL_REASON_MIN} characters minimum, without links
        {form.problem !== null && (
          <span role="alert" className="block font-medium text-bad">
            {form.problem}
          </span>
        )}
      </p>
    </div>
  )
}
