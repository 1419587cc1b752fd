import { exportCaseAsErc1497 } from '@app/api/routes/cases.ts'
import type { CaseFile } from '@app/api/schemas/case.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { FREEZE_EFFECT } from '../../lib/format/freeze-effect.ts'
import { saveJsonFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CommandLine } from '../../ui/command-line.tsx'
import { DateTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { ClockList } from './case-clocks.tsx'
import { describeDecider, describeOpener, describeSubject, listBadges } from './describe-case.ts'
import { OwnerStatement } from './owner-statement.tsx'
import type { CaseName } from './read-case.ts'
import { StatementDetails } from './statement-details.tsx'
import { Timeline } from './timeline.tsx'

interface CaseViewProps {
  name: CaseName
  file: CaseFile
  /** Undefined while it is unknown. */
  protection: Protection | undefined
  isOwn: boolean
  /** The button to appeal, of the owner alone. */
  appeal: ReactNode
}

export function CaseView({ name, file, protection, isOwn, appeal }: CaseViewProps) {
  return (
    <div className="rise grid grid-cols-[minmax(0,1fr)] gap-4">
      <CaseHeader file={file}>
        <ClockList entries={file.entries} freeze={protection?.freeze ?? null} />
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
      <p className="text-small text-ink-soft">
        No accusation stands behind this freeze: the reasons are those of the people who proposed it
        and voted, below.
      </p>
    )
  }
  const accusation = entries.findLast(({ kind }) => kind === 'warning' || kind === 'flag')
  return (
    <>
      {accusation && (
        <p className="mb-2 text-small text-ink-faint">
          As it was made, <DateTime time={accusation.at} />
        </p>
      )}
      <StatementDetails statement={statement} />
    </>
  )
}

function CaseHeader({ file, children }: { file: CaseFile; children: ReactNode }) {
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
      <dl className="figures grid gap-x-6 gap-y-1.5 text-small sm:grid-cols-[auto_1fr]">
        <Fact term="Wallet">{file.address}</Fact>
        <Fact term={opener.term}>{opener.text}</Fact>
        <Fact term="How it was decided">{describeDecider(file)}</Fact>
        {file.reasonCode !== null && <Fact term="Reason code">{file.reasonCode}</Fact>}
        <Fact term="Since">
          <DateTime time={file.openedAt} />
        </Fact>
        <Fact term="Last change">
          <DateTime time={file.changedAt} />
        </Fact>
        <Fact term="Entries">
          {file.entryCount}, each linked to the one before by its hash; the last hash is{' '}
          <span className="font-mono text-caption">{file.headHash}</span>
        </Fact>
      </dl>
      {file.kind === 'freeze' && <p className="mt-3 text-small text-ink-soft">{FREEZE_EFFECT}</p>}
      {children}
    </Card>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-faint">{term}</dt>
    <UserText as="dd">{children}</UserText>
  </>
)

/** How and until when the owner can dispute the case. */
function Dispute({ file, protection }: { file: CaseFile; protection: Protection | undefined }) {
  if (!file.isOpen)
    return <p className={TEXT_CLASS}>This case is closed: nothing is left to dispute.</p>
  const disputes = listDisputes(protection?.remedies ?? [], file.caseId)
  if (disputes.length === 0) return <p className={TEXT_CLASS}>{NOTHING_LEFT}</p>
  return (
    <ul className="grid gap-1.5 text-small">
      {disputes.map(({ kind, text, until }) => (
        <UserText key={kind + text} as="li">
          {text}
          <span className="text-ink-soft">
            {until !== null && ` Until ${formatDateTime(until)}.`}
            {kind === 'appeal_flag' && ' As long as the flag stands.'}
          </span>
        </UserText>
      ))}
    </ul>
  )
}

const TEXT_CLASS = 'text-small text-ink-soft'

const NOTHING_LEFT =
  'Now it is for others to decide: the page of the wallet says what ends it, and when.'

type Remedies = Protection['remedies']

/** Lists what the owner can do in a case: what names it, and what names no case at all. */
export const listDisputes = (remedies: Remedies, caseId: string): Remedies =>
  remedies.filter((remedy) => remedy.caseId === undefined || remedy.caseId === caseId)

/** The case as a file for machines, the command that checks it, and its form for an outside court. */
function CaseDownloads({ name, file }: { name: CaseName; file: CaseFile }) {
  const fileName = buildFileName('dharma-case', name)
  const command = `npm run verify -- case ${fileName}`
  const exporting = useExport(name)
  return (
    <Card title="Check this case yourself">
      <p className="text-small text-ink-soft">
        The file has every entry, signature and input. It is checked without this server:
      </p>
      <CommandLine command={command} className="mt-3" />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={() => saveJsonFile(fileName, file)}>
          Download the case (JSON)
        </Button>
        <Button
          variant="secondary"
          size="small"
          isBusy={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          For an outside court (ERC-1497)
        </Button>
      </div>
    </Card>
  )
}

function useExport(name: CaseName) {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.call(exportCaseAsErc1497, { params: name }),
    onSuccess: (content) => saveJsonFile(buildFileName('dharma-case-erc1497', name), content),
    onError: (error) => toast.error(formatServerFailure(error, 'The case could not be exported')),
  })
}

/** The id of a case can have characters that no file name may have. */
const buildFileName = (prefix: string, { address, caseId }: CaseName): string =>
  `${prefix}-${address}-${caseId.replaceAll(/[^\w.-]/g, '_')}.json`
