import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { listDisputes } from './list-disputes.ts'

interface DisputeProps {
  file: CaseFile
  /** Undefined while it is unknown. */
  protection: Protection | undefined
}

/** How and until when the owner can dispute the case. */
export function Dispute({ file, protection }: DisputeProps) {
  if (!file.isOpen)
    return <p className={TEXT_CLASS}>This case is closed: nothing is left to dispute.</p>
  const disputes = listDisputes(protection?.remedies ?? [], file.caseId)
  if (disputes.length === 0) return <p className={TEXT_CLASS}>{NOTHING_LEFT}</p>
  return (
    <ul className="grid gap-1.5 text-[0.9375rem]">
      {disputes.map(({ kind, text, until }) => (
        <li key={kind + text}>
          {text}
          <span className="text-ink-soft">
            {until !== null && ` Until ${formatDateTime(until)}.`}
            {kind === 'appeal_flag' && ' As long as the flag stands.'}
          </span>
        </li>
      ))}
    </ul>
  )
}

const TEXT_CLASS = 'text-[0.9375rem] text-ink-soft'

const NOTHING_LEFT =
  'Now it is for others to decide: the page of the wallet says what ends it, and when.'
