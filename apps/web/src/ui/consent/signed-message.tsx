import type { SignedMessage } from '@app/api/schemas/vote-archive.ts'
import { explainSignedText } from '@app/contracts/describe-unfreeze.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { UserText } from '../user-text.tsx'

/** What a wallet signed, word for word, and with which keys. */
export function SignedMessageDetails({ message }: { message: SignedMessage }) {
  const { text, validUntil, signatures, problem } = message
  const effect = explainSignedText(text)
  const until = formatDateTime(new Date(validUntil * 1000).toISOString())
  return (
    <div className="figures grid gap-2 text-sm">
      <UserText
        as="pre"
        className="rounded-control border border-line bg-sunken px-3 py-2 font-mono text-[0.8125rem] whitespace-pre-wrap"
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
            <span className="font-mono text-[0.8125rem]">{one.publicKey}</span>
            <span className="block">
              Signature: <span className="font-mono text-[0.8125rem]">{one.signature}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
