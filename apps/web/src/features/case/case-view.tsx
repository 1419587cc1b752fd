import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import type { Protection } from '@app/api/schemas/governance/protection.ts'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format/format.ts'
import { Card } from '../../ui/card.tsx'
import { CaseDownloads } from './case-downloads.tsx'
import { CaseHeader } from './case-header.tsx'
import { ClockList } from './clocks/clock-list.tsx'
import { Dispute } from './dispute.tsx'
import { OwnerStatement } from './owner/owner-statement.tsx'
import type { CaseName } from './queries.ts'
import { StatementOfReasons } from './statement-of-reasons.tsx'
import { Timeline } from './timeline/timeline.tsx'

interface CaseViewProps {
  name: CaseName
  file: CaseFile
  /** Undefined while it is unknown. */
  protection: Protection | undefined
  isOwn: boolean
  /** The button to appeal, of the owner alone. */
  appeal: ReactNode
}

/** A case that everybody can read and check, and its owner answer. */
export function CaseView({ name, file, protection, isOwn, appeal }: CaseViewProps) {
  return (
    <div className="rise grid grid-cols-[minmax(0,1fr)] gap-4">
      <CaseHeader file={file}>
        <ClockList file={file} freeze={protection?.freeze ?? null} />
      </CaseHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Card title="Statement of reasons">
          <Reasons file={file} />
          <h3 className="mt-5 mb-1.5 border-t border-line pt-4 font-semibold">How to dispute it</h3>
          <Dispute file={file} protection={protection} />
          {appeal && <div className="mt-3">{appeal}</div>}
        </Card>
        <OwnerStatement name={name} file={file} isOwn={isOwn} />
      </div>
      <Card title="What happened">
        <Timeline entries={file.entries} kind={file.kind} />
      </Card>
      <CaseDownloads name={name} file={file} />
    </div>
  )
}

function Reasons({ file: { statement, entries } }: Pick<CaseViewProps, 'file'>) {
  if (statement === null) {
    return (
      <p className="text-[0.9375rem] text-ink-soft">
        No accusation stands behind this freeze: the reasons are those of the people who proposed it
        and voted, below.
      </p>
    )
  }
  const accusation = entries.findLast(({ kind }) => kind === 'warning' || kind === 'flag')
  return (
    <>
      {accusation && (
        <p className="mb-2 text-sm text-ink-faint">
          As it was made, {formatDateTime(accusation.at)}
        </p>
      )}
      <StatementOfReasons statement={statement} />
    </>
  )
}
