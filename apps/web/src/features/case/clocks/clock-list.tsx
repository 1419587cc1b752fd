import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { Clock } from 'lucide-react'
import { useChainNow } from '../../../lib/chain-clock.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { Countdown } from '../../../ui/countdown.tsx'
import { listClocks } from './list-clocks.ts'

interface ClockListProps {
  file: CaseFile
  freeze: Protection['freeze']
}

/** What still runs in a case; nothing when no clock does. */
export function ClockList({ file: { entries }, freeze }: ClockListProps) {
  const nowMs = useChainNow()
  const clocks = listClocks({ entries, freeze }, nowMs)
  if (clocks.length === 0) return null
  return (
    <ul aria-label="Clocks of this case" className="mt-4 grid gap-2 border-t border-line pt-4">
      {clocks.map(({ text, atMs, effect }) => (
        <li key={text} className="figures flex gap-2.5 text-[0.9375rem]">
          <Clock className="mt-1 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
          <span className="min-w-0">
            <span className="font-medium">
              <Countdown text={text} atMs={atMs} />
            </span>{' '}
            <span className="text-ink-soft">
              ({formatDateTime(new Date(atMs).toISOString())}). {effect}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
