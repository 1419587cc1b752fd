import type { SignedMessage } from '@app/api/schemas/vote-archive.ts'
import { explainSignedText } from '@app/contracts/describe-unfreeze.ts'
import { formatDateTime } from '../lib/format/format.ts'
import { Spinner } from './spinner.tsx'
import { UserText } from './user-text.tsx'

/** The exact text that the wallet will show and sign, and what it does where its lines only number it. */
export function TextToSign({ text }: { text: string | undefined }) {
  const effect = text === undefined ? '' : explainSignedText(text)
  return (
    <figure>
      <figcaption className="mb-1.5 text-small font-medium">
        Your wallet will sign exactly this text (some wallets show it in hex):
      </figcaption>
      {text === undefined ? (
        <p role="status" className="flex items-center gap-2 py-2 text-small text-ink-soft">
          <Spinner /> Preparing the text...
        </p>
      ) : (
        <UserText
          as="pre"
          className="figures rounded-control border border-line bg-sunken px-3 py-2 font-mono text-caption leading-relaxed whitespace-pre-wrap"
        >
          {text}
        </UserText>
      )}
      {effect !== '' && <p className="mt-1.5 text-small font-medium">{effect}</p>}
    </figure>
  )
}

export function SignedMessageDetails({ message }: { message: SignedMessage }) {
  const { text, validUntil, signatures, problem } = message
  const effect = explainSignedText(text)
  const until = formatDateTime(new Date(validUntil * 1000).toISOString())
  return (
    <div className="figures grid gap-2 text-small">
      <UserText
        as="pre"
        className="rounded-control border border-line bg-sunken px-3 py-2 font-mono text-caption whitespace-pre-wrap"
      >
        {text}
      </UserText>
      {effect !== '' && <p className="font-medium">{effect}</p>}
      <p className="text-ink-soft">Signed with the tag FLOW-V0.0-user, valid until {until}.</p>
      {problem !== undefined && <p className="text-bad">{problem}</p>}
      <ul className="grid gap-1.5">
        {signatures.map((one) => (
          <li key={one.keyIndex} className="wrap-anywhere text-ink-soft">
            Key {one.keyIndex} ({one.signatureAlgorithm}, {one.hashAlgorithm}, weight {one.weight}):{' '}
            <span className="font-mono text-caption">{one.publicKey}</span>
            <span className="block">
              Signature: <span className="font-mono text-caption">{one.signature}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
