import type { CaseEntry } from '@app/api/schemas/case/case-file.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { shortenAddress } from '../../../lib/format/shorten-address.ts'
import { Link } from '../../../lib/router/link.tsx'
import { SignedMessageDetails } from '../../../ui/consent/signed-message.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { TransactionLink } from '../../../ui/transaction-link.tsx'
import { describeEarlierDecision } from './describe-earlier-decision.ts'
import { describeAuthor, describeEntry } from './describe-entry.ts'
import { EntryText } from './entry-text.tsx'

interface TimelineEntryProps {
  entry: CaseEntry
  /** All entries of the case. */
  entries: readonly CaseEntry[]
}

export function TimelineEntry({ entry, entries }: TimelineEntryProps) {
  const { number, at, by, txId, message } = entry
  return (
    <div className="min-w-0 flex-1 pb-6 text-[0.9375rem]">
      <p className="font-medium wrap-anywhere">{describeEntry(entry)}</p>
      <p className="figures flex flex-wrap gap-x-3 text-sm text-ink-faint">
        <time dateTime={at}>{formatDateTime(at)}</time>
        {by === null ? (
          <span>{describeAuthor(entry)}</span>
        ) : (
          <span>
            by{' '}
            <Link to={`/wallet/${by}`} className="link" title={by} data-address={by}>
              {shortenAddress(by, 8, 6)}
            </Link>
          </span>
        )}
        {txId !== null && <TransactionLink txId={txId} />}
      </p>
      {!isRepeated(entry) && <EntryText entry={entry} />}
      <EarlierDecision entry={entry} entries={entries} />
      <div className="mt-0.5 text-sm text-ink-soft">
        <Disclosure title={message === null ? 'Hash' : 'Receipt: signed text, keys and hash'}>
          {message !== null && <SignedMessageDetails message={message} />}
          <p className="mt-2 wrap-anywhere">
            Entry {number}, hash <span className="font-mono text-[0.8125rem]">{entry.hash}</span>
          </p>
        </Disclosure>
      </div>
    </div>
  )
}

/** The proposal of an appeal has the same text as the appeal, which follows. */
const isRepeated = ({ kind, details }: CaseEntry): boolean =>
  kind === 'proposal' && details.isAppeal === true

/** What an appeal is about, and what changed since. */
function EarlierDecision({ entry, entries }: TimelineEntryProps) {
  const earlier = describeEarlierDecision(entries, entry)
  if (earlier === null) return null
  const { decision, changes } = earlier
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 rounded-control bg-info-soft px-4 py-3 text-sm sm:grid-cols-[auto_1fr]">
      <dt className="font-medium text-info">Earlier decision</dt>
      <dd className="wrap-anywhere">{decision}</dd>
      <dt className="font-medium text-info">Changed since</dt>
      <dd className="wrap-anywhere">
        {changes.length === 0 ? (
          'Nothing in this case.'
        ) : (
          <ul className="grid gap-1">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
      </dd>
    </dl>
  )
}
