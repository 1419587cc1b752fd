import { CopyButton } from './copy-button.tsx'

export const CommandLine = ({ command, className }: { command: string; className: string }) => (
  <div
    className={`flex items-center justify-between gap-2 rounded-control border border-line bg-sunken py-1 pr-1.5 pl-4 ${className}`}
  >
    <code className="min-w-0 py-1 font-mono text-small wrap-anywhere">{command}</code>
    <CopyButton text={command} label="command" />
  </div>
)
