import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import { STATEMENT_HASH } from '../../../lib/case-path.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { formatWithheldText } from '../../../lib/format/format-withheld-text.ts'
import { useScrollToHash } from '../../../lib/use-scroll-to-hash.ts'
import { Card } from '../../../ui/card.tsx'
import type { CaseName } from '../queries.ts'
import { OwnerStatementForm } from './owner-statement-form.tsx'

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
          <p className="text-[0.9375rem] text-ink-soft">The owner has said nothing so far.</p>
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
        <p className="text-[0.9375rem] text-ink-soft italic">
          {withheld ? formatWithheldText(withheld) : 'Withheld by the operator'}
        </p>
      ) : (
        <blockquote className="border-l-2 border-info pl-3 text-[1.0625rem] wrap-anywhere whitespace-pre-line">
          {text}
        </blockquote>
      )}
      <figcaption className="mt-2 text-sm text-ink-faint">
        Signed by the owner, {formatDateTime(at)}. It moves no score.
      </figcaption>
    </figure>
  )
}
