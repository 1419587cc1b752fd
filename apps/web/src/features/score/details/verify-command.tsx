import { CopyButton } from '../../../ui/copy-button.tsx'

/** The command that checks a score against the chain, with a copy button. */
export function VerifyCommand({ address }: { address: string }) {
  const command = `npm run verify -- ${address}`
  return (
    <div>
      <p>Command that checks it against the chain:</p>
      <p className="flex items-center gap-1">
        <code className="font-mono text-sm wrap-anywhere text-ink">{command}</code>
        <CopyButton text={command} label="command" />
      </p>
    </div>
  )
}
