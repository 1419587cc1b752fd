import { Spinner } from '../spinner.tsx'

/** The exact text that the wallet will show and sign. */
export function TextToSign({ text }: { text: string | undefined }) {
  return (
    <figure>
      <figcaption className="mb-1.5 text-sm font-medium">
        Your wallet will sign exactly this text (some wallets show it in hex):
      </figcaption>
      {text === undefined ? (
        <p role="status" className="flex items-center gap-2 py-2 text-sm text-ink-soft">
          <Spinner /> Preparing the text...
        </p>
      ) : (
        <pre className="figures rounded-control border border-line bg-sunken px-3 py-2 font-mono text-xs leading-relaxed whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
      )}
    </figure>
  )
}
