import type { CaseEntry, CaseFile } from '@app/api/schemas/case.ts'
import { toPlainText } from '@app/values/plain-text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { ShortAddress } from '../../ui/short-address.tsx'
import { SignedMessageDetails } from '../../ui/signed-text.tsx'
import { DateTime } from '../../ui/time.tsx'
import { FILL_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { describeEarlierDecision } from './describe-earlier-decision.ts'
import {
  describeAuthor,
  describeEntry,
  findStatement,
  formatWithheldText,
  getEntryTone,
} from './describe-entry.ts'
import { StatementDetails } from './statement-details.tsx'

/** Everything that happened in a case, oldest first. */
export function Timeline({ entries, kind }: Pick<CaseFile, 'entries' | 'kind'>) {
  return (
    <ol aria-label="Timeline of this case" className="grid">
      <LongList items={entries}>
        {(entry) => (
          <li key={entry.number} className="group flex gap-3.5">
            <span className="flex flex-col items-center" aria-hidden="true">
              <span
                className={`mt-1.5 size-3 shrink-0 rounded-full ${FILL_TONE_CLASSES[getEntryTone(entry, kind)]}`}
              />
              <span className="mt-1.5 w-px flex-1 bg-line group-last:hidden" />
            </span>
            <TimelineEntry entry={entry} entries={entries} />
          </li>
        )}
      </LongList>
    </ol>
  )
}

interface TimelineEntryProps {
  entry: CaseEntry
  entries: readonly CaseEntry[]
}

function TimelineEntry({ entry, entries }: TimelineEntryProps) {
  const { number, at, by, txId, message } = entry
  return (
    <div className="min-w-0 flex-1 pb-6 text-small">
      <UserText as="p" className="font-medium">
        {describeEntry(entry)}
      </UserText>
      <p className="figures flex flex-wrap gap-x-3 text-small text-ink-faint">
        <DateTime time={at} />
        {by === null ? (
          <span>{describeAuthor(entry)}</span>
        ) : (
          <span>
            by <ShortAddress address={by} leading={8} trailing={6} />
          </span>
        )}
        {txId !== null && <TransactionLink txId={txId} />}
      </p>
      {!isRepeated(entry) && <EntryText entry={entry} />}
      <EarlierDecision entry={entry} entries={entries} />
      <div className="mt-0.5 text-small text-ink-soft">
        <Disclosure title={message === null ? 'Hash' : 'Receipt: signed text, keys and hash'}>
          {message !== null && <SignedMessageDetails message={message} />}
          <p className="mt-2 wrap-anywhere">
            Entry {number}, hash <span className="font-mono text-caption">{entry.hash}</span>
          </p>
        </Disclosure>
      </div>
    </div>
  )
}

/** The proposal of an appeal has the same text as the appeal, which follows. */
const isRepeated = ({ kind, details }: CaseEntry): boolean =>
  kind === 'proposal' && details.isAppeal

function EarlierDecision({ entry, entries }: TimelineEntryProps) {
  const earlier = describeEarlierDecision(entries, entry)
  if (earlier === null) return null
  const { decision, changes } = earlier
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 rounded-control bg-info-soft px-4 py-3 text-small sm:grid-cols-[auto_1fr]">
      <dt className="font-medium text-info">Earlier decision</dt>
      <UserText as="dd">{decision}</UserText>
      <dt className="font-medium text-info">Changed since</dt>
      <UserText as="dd">
        {changes.length === 0 ? (
          'Nothing in this case.'
        ) : (
          <ul className="grid gap-1">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
      </UserText>
    </dl>
  )
}

/** The text of an entry, or that it is withheld; nothing for an entry without a text. */
function EntryText({ entry: { kind, text, withheld } }: { entry: CaseEntry }) {
  if (withheld !== null) {
    return (
      <UserText
        as="p"
        className="mt-1 rounded-control bg-sunken px-3 py-2 text-small text-ink-soft italic"
      >
        {formatWithheldText(withheld)}
      </UserText>
    )
  }
  if (text === null) return null
  // A text of a person may look like one of the agent.
  const statement = kind === 'warning' || kind === 'flag' ? findStatement(text) : null
  if (statement === null) {
    return (
      <UserText
        as="blockquote"
        className="mt-1 border-l-2 border-line-strong pl-3 whitespace-pre-line"
      >
        {toPlainText(text)}
      </UserText>
    )
  }
  return (
    <div className="mt-0.5 text-small text-ink-soft">
      <Disclosure title={`Statement of reasons (${statement.reasons.length})`}>
        <div className="text-ink">
          <StatementDetails statement={statement} />
        </div>
      </Disclosure>
    </div>
  )
}
