import { explainSignedText } from '@app/contracts/describe-unfreeze.ts'
import { Spinner } from '../spinner.tsx'
import { UserText } from '../user-text.tsx'

/** The exact text that the wallet will show and sign, and what it does where its lines only number it. */
export function TextToSign({ text }: { text: string | undefined }) {
  const effect = text === undefined ? '' : explainSignedText(text)
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
        <UserText
          as="pre"
          className="figures rounded-control border border-line bg-sunken px-3 py-2 font-mono text-xs leading-relaxed whitespace-pre-wrap"
        >
          {text}
        </UserText>
      )}
      {effect !== '' && <p className="mt-1.5 text-sm font-medium">{effect}</p>}
    </figure>
  )
}
