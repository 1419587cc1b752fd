import { OWNER_STATEMENT_MAX } from '@app/values/limits.ts'
import { type FormEvent, useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextToSign } from '../../../ui/consent/text-to-sign.tsx'
import type { CaseName } from '../queries.ts'
import { useOwnerStatement } from './use-owner-statement.ts'

interface OwnerStatementFormProps {
  name: CaseName
  /** The owner has not stated anything in this case yet. */
  isFirst: boolean
}

/** Lets the owner state something, signed by the wallet. */
export function OwnerStatementForm({ name, isFirst }: OwnerStatementFormProps) {
  const form = useOwnerStatement(name)
  const id = useId()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-3 border-t border-line pt-4">
      <label htmlFor={id} className="text-sm font-medium">
        {isFirst ? 'State your side' : 'Replace your statement, once a day'}
      </label>
      <textarea
        id={id}
        rows={3}
        value={form.text}
        onChange={(event) => form.change(event.target.value)}
        aria-describedby={`${id}-hint`}
        aria-invalid={form.problem !== null}
        className="field"
      />
      <p id={`${id}-hint`} className="figures text-sm text-ink-faint">
        {form.text.trim().length}/{OWNER_STATEMENT_MAX} characters, without links. Everybody can
        read it beside the reasons; it moves no score.
      </p>
      {form.problem !== null && (
        <p role="alert" className="text-sm font-medium text-bad">
          {form.problem}
        </p>
      )}
      {form.toSign !== null && <TextToSign text={form.toSign} />}
      <div className="flex justify-end">
        <Button type="submit" size="small" isBusy={form.isBusy || form.toSign === undefined}>
          {form.isBusy ? 'Sending...' : 'Sign and state'}
        </Button>
      </div>
    </form>
  )
}
