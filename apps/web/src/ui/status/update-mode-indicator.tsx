import { describeUpdateMode, type UpdateMode } from '../../lib/live/update-mode.ts'

interface UpdateModeIndicatorProps {
  updateMode: UpdateMode
  /** What is updated, in the plural and capitalized: 'New scores'. */
  what: string
}

export function UpdateModeIndicator({ updateMode, what }: UpdateModeIndicatorProps) {
  const { text, title, dot } = describeUpdateMode(updateMode, what)
  return (
    <span title={title} className="flex min-w-0 items-center gap-2 text-small text-ink-soft">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
      {text}
    </span>
  )
}
