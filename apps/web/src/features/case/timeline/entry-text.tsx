import type { CaseEntry } from '@app/api/schemas/case/case-file.ts'
import { toPlainText } from '@app/values/text/plain-text.ts'
import { formatWithheldText } from '../../../lib/format/format-withheld-text.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { parseStatement } from '../parse-statement.ts'
import { StatementOfReasons } from '../statement-of-reasons.tsx'

/** The text of an entry, or that it is withheld; nothing for an entry without a text. */
export function EntryText({ entry: { text, withheld } }: { entry: CaseEntry }) {
  if (withheld !== null) {
    return (
      <p className="mt-1 rounded-control bg-sunken px-3 py-2 text-sm text-ink-soft italic">
        {formatWithheldText(withheld)}
      </p>
    )
  }
  if (text === null) return null
  const statement = parseStatement(text)
  if (statement === null) {
    return (
      <blockquote className="mt-1 border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-line">
        {toPlainText(text)}
      </blockquote>
    )
  }
  return (
    <div className="mt-0.5 text-sm text-ink-soft">
      <Disclosure title={`Statement of reasons (${statement.reasons.length})`}>
        <div className="text-ink">
          <StatementOfReasons statement={statement} />
        </div>
      </Disclosure>
    </div>
  )
}
