import type { Accuracy } from '@app/api/schemas/reference.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Commands to run in a checkout of the project. */
export function CommandList({ commands }: { commands: Accuracy['reproduce'] }) {
  return (
    <ul className="grid gap-3">
      {commands.map(({ command, text }) => (
        <li key={command}>
          <p className="text-ink-soft">{text}</p>
          <div className="mt-1 flex items-center justify-between gap-2 rounded-control border border-line bg-sunken py-1 pr-1.5 pl-4">
            <code className="min-w-0 py-1 font-mono text-sm">{command}</code>
            <CopyButton text={command} label="command" />
          </div>
        </li>
      ))}
    </ul>
  )
}
