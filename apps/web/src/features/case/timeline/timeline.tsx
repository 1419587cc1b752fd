import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import { LongList } from '../../../ui/long-list.tsx'
import { FILL_TONE_CLASSES } from '../../../ui/tone/tone-classes.ts'
import { getEntryTone } from './describe-entry.ts'
import { TimelineEntry } from './timeline-entry.tsx'

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
