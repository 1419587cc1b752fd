import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format/format.ts'
import { Card } from '../../ui/card.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { describeDecider, describeOpener, describeSubject, listBadges } from './describe-case.ts'

/** Who opened it, since when, and how it stands. */
export function CaseHeader({ file, children }: { file: CaseFile; children: ReactNode }) {
  const opener = describeOpener(file)
  return (
    <Card
      title={describeSubject(file)}
      action={
        <span className="flex flex-wrap gap-2">
          {listBadges(file).map(({ tone, text }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
        </span>
      }
    >
      <dl className="figures grid gap-x-6 gap-y-1.5 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
        <Fact term="Wallet">{file.address}</Fact>
        <Fact term={opener.term}>{opener.text}</Fact>
        <Fact term="How it was decided">{describeDecider(file)}</Fact>
        <Fact term="Since">{formatDateTime(file.openedAt)}</Fact>
        <Fact term="Last change">{formatDateTime(file.changedAt)}</Fact>
        <Fact term="Entries">
          {file.entryCount}, each linked to the one before by its hash; the last hash is{' '}
          <span className="font-mono text-[0.8125rem]">{file.headHash}</span>
        </Fact>
      </dl>
      {children}
    </Card>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-faint">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)
