import { CopyButton } from '../../../ui/copy-button.tsx'

/** The command that checks a score against the chain, with a copy button. */
export function VerifyCommand({ address }: { address: string }) {
  const command = `npm run verify -- ${address}`
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 text-sm text-ink-faint">
      Check it yourself
      <span className="flex min-w-0 items-center gap-1">
        <code className="font-mono text-ink wrap-anywhere">{command}</code>
        <CopyButton text={command} label="command" />
      </span>
    </p>
  )
}
