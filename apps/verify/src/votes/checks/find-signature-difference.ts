import type { SignedMessage, VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { prependDomainTag } from '@app/flow/keys/domain-tag.ts'
import { FULL_WEIGHT } from '@app/flow/keys/full-weight.ts'
import { verifySignature } from '@app/flow/keys/verify-signature.ts'
import type { Finding } from '../../checks/check.ts'
import type { Difference } from '../../checks/difference.ts'
import { listMessages } from '../list-entries.ts'
import { findFirst } from './find-first.ts'

type Signature = SignedMessage['signatures'][number]

/** Whether the server had not read the transaction yet. */
export const isUnread = ({ text, problem, signatures }: SignedMessage): boolean =>
  text === '' && problem !== undefined && signatures.length === 0

/** Checks the signatures of all messages. Undecided when a file says of some that it has none. */
export function findSignatureFinding(archive: VoteArchive): Finding {
  return findMessagesFinding(listMessages(archive))
}

/** A signed message with its path in a file. */
export interface PlacedMessage {
  path: string
  message: SignedMessage
  /** What the keys weigh together at least; 1000 where it is missing. */
  minWeight?: number
}

/** Checks the signatures of messages of any file, like `findSignatureFinding`. */
export function findMessagesFinding(entries: readonly PlacedMessage[]): Finding {
  const difference = findFirst(entries, findMessageDifference)
  if (difference !== null) return difference
  const [unsigned, ...others] = entries.filter(({ message }) => message.signatures.length === 0)
  if (unsigned === undefined) return null
  const more = others.length === 0 ? '' : ` The same is true of ${others.length} more.`
  return {
    because: `${unsigned.path} has no signature: ${unsigned.message.problem}${more}`,
  }
}

function findMessageDifference(entry: PlacedMessage): Difference | null {
  const { path, message, minWeight = FULL_WEIGHT } = entry
  const { signatures, problem, text } = message
  if (signatures.length === 0 && problem !== undefined) return null
  if (problem !== undefined) {
    return {
      path: `${path}.problem`,
      expected: 'missing, because there are signatures',
      found: JSON.stringify(problem),
    }
  }
  const bytes = prependDomainTag('FLOW-V0.0-user', new TextEncoder().encode(text))
  return (
    findFirst([...signatures.keys()], (index) =>
      findOneDifference(`${path}.signatures[${index}]`, signatures.slice(0, index + 1), bytes),
    ) ?? findWeightDifference(`${path}.signatures`, signatures, minWeight)
  )
}

const HEX = /^[0-9a-f]{128}$/
const HEX_DIGITS = '128 hex digits in lower case'

/** Checks the last of the signatures against itself and those before it. */
function findOneDifference(
  path: string,
  signatures: readonly Signature[],
  bytes: Uint8Array,
): Difference | null {
  const { keyIndex, publicKey, ...rest } = signatures.at(-1) ?? NO_SIGNATURE
  if (signatures.slice(0, -1).some((earlier) => earlier.keyIndex === keyIndex)) {
    return { path: `${path}.keyIndex`, expected: 'another key', found: `${keyIndex}, given twice` }
  }
  for (const [name, text] of [
    ['publicKey', publicKey],
    ['signature', rest.signature],
  ] as const) {
    if (!HEX.test(text))
      return { path: `${path}.${name}`, expected: HEX_DIGITS, found: JSON.stringify(text) }
  }
  if (verifySignature({ publicKeyHex: publicKey, ...rest }, bytes, rest.signature)) return null
  const expected = `a signature of message.text by the key ${publicKey} (${rest.signatureAlgorithm}, ${rest.hashAlgorithm})`
  return { path: `${path}.signature`, expected, found: rest.signature }
}

const NO_SIGNATURE: Signature = {
  keyIndex: 0,
  publicKey: '',
  signatureAlgorithm: '',
  hashAlgorithm: '',
  weight: 0,
  signature: '',
}

function findWeightDifference(
  path: string,
  signatures: readonly Signature[],
  minWeight: number,
): Difference | null {
  const wrong = signatures.findIndex(({ weight }) => !(weight >= 0 && weight <= FULL_WEIGHT))
  if (wrong >= 0) {
    const found = `${signatures[wrong]?.weight}`
    return { path: `${path}[${wrong}].weight`, expected: `0 to ${FULL_WEIGHT}`, found }
  }
  const sum = signatures.reduce((total, { weight }) => total + weight, 0)
  if (signatures.length > 0 && sum >= minWeight) return null
  return {
    path,
    expected: minWeight === 0 ? 'of a key' : `of keys that weigh ${minWeight} together`,
    found: `of keys that weigh ${sum}`,
  }
}
