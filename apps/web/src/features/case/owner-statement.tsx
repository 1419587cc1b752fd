import { stateAsOwner } from '@app/api/routes/cases.ts'
import type { CaseFile } from '@app/api/schemas/case.ts'
import { OWNER_STATEMENT, OWNER_STATEMENT_MAX } from '@app/values/limits.ts'
import { countCharacters, findTextProblem, normalizeText } from '@app/values/plain-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { useApi } from '../../lib/api.ts'
import { STATEMENT_HASH } from '../../lib/case-path.ts'
import { useSignedForm } from '../../lib/consent/use-signed-form.ts'
import { useScrollToHash } from '../../lib/use-scroll-to-hash.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextToSign } from '../../ui/signed-text.tsx'
import { DateTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { formatWithheldText } from './describe-entry.ts'
import { type CaseName, refreshCases } from './read-case.ts'

interface OwnerStatementProps {
  name: CaseName
  file: CaseFile
  /** The connected wallet is the one of the case. */
  isOwn: boolean
}

/** What the owner says, beside the reasons; with the form for it where the owner is connected. */
export function OwnerStatement({ name, file, isOwn }: OwnerStatementProps) {
  const { ownerStatement } = file
  return (
    <div ref={useScrollToHash<HTMLDivElement>(STATEMENT_HASH)} className="scroll-mt-24">
      <Card title="What the owner says">
        {ownerStatement === null ? (
          <p className="text-small text-ink-soft">The owner has said nothing so far.</p>
        ) : (
          <Statement statement={ownerStatement} entries={file.entries} />
        )}
        {isOwn && <OwnerStatementForm name={name} isFirst={ownerStatement === null} />}
      </Card>
    </div>
  )
}

interface StatementProps {
  statement: NonNullable<CaseFile['ownerStatement']>
  entries: CaseFile['entries']
}

function Statement({ statement: { at, text }, entries }: StatementProps) {
  const withheld = entries.findLast(({ kind }) => kind === 'owner_statement')?.withheld
  return (
    <figure>
      {text === null ? (
        <p className="text-small text-ink-soft italic">
          {withheld ? formatWithheldText(withheld) : 'Withheld by the operator'}
        </p>
      ) : (
        <UserText
          as="blockquote"
          className="border-l-2 border-info pl-3 text-body whitespace-pre-line"
        >
          {text}
        </UserText>
      )}
      <figcaption className="mt-2 text-small text-ink-faint">
        Signed by the owner, <DateTime time={at} />. It moves no score.
      </figcaption>
    </figure>
  )
}

function OwnerStatementForm({ name, isFirst }: { name: CaseName; isFirst: boolean }) {
  const form = useOwnerStatement(name)
  const id = useId()
  const problem = form.problem ?? form.failure
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <form
      onSubmit={onSubmit}
      noValidate
      className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4"
    >
      <label htmlFor={id} className="text-small font-medium">
        {isFirst ? 'State your side' : 'Replace your statement, once a day'}
      </label>
      <textarea
        id={id}
        rows={3}
        value={form.text}
        onChange={(event) => form.change(event.target.value)}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== null}
        className="field"
      />
      <p id={`${id}-hint`} className="figures text-small text-ink-faint">
        {countCharacters(form.text)}/{OWNER_STATEMENT_MAX} characters, without links. Everybody can
        read it beside the reasons; it moves no score.
      </p>
      {problem !== null && (
        <UserText as="p" role="alert" className="text-small font-medium text-bad">
          {problem}
        </UserText>
      )}
      {form.hasWords && <TextToSign text={form.toSign} />}
      <div className="flex justify-end">
        <Button
          type="submit"
          size="small"
          isBusy={form.isBusy || (form.hasWords && form.toSign === undefined)}
        >
          {form.isBusy ? 'Sending...' : 'Sign and state'}
        </Button>
      </div>
    </form>
  )
}

function useOwnerStatement(name: CaseName) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { caseId } = name
  return useSignedForm({
    getKey: (words) => (words === '' ? null : `owner statement ${caseId}`),
    toSubject: (textHash) => ({ kind: 'owner statement', caseId, textHash }),
    findProblem: validateStatement,
    send: (text, wallet) => api.call(stateAsOwner, { params: name, body: { text, wallet } }),
    onSent: () => {
      toast.success('Your statement stands beside the reasons')
      refreshCases(queryClient)
    },
    failureText: 'The statement could not be stored. Try again.',
  })
}

/** Returns what is wrong with the statement of an owner, as a sentence; null when it is valid. */
export function validateStatement(text: string): string | null {
  const words = normalizeText(text)
  if (countCharacters(words) === 0) return 'Write something first'
  return findTextProblem(words, { ...OWNER_STATEMENT, name: 'The statement' })
}
