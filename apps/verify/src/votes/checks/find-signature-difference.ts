import type { SignedMessage, VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { prependDomainTag } from '@app/flow/keys/domain-tag.ts'
import { FULL_WEIGHT } from '@app/flow/keys/full-weight.ts'
import { verifySignature } from '@app/flow/keys/verify-signature.ts'
import type { Finding } from '../../checks/check.ts'
import type { Difference } from '../../checks/difference.ts'
import { listMessages, type MessageEntry } from '../list-entries.ts'
import { findFirst } from './find-first.ts'

type Signature = SignedMessage['signatures'][number]

/** Whether the server had not read the transaction yet. */
export const isUnread = ({ text, problem, signatures }: SignedMessage): boolean =>
  text === '' && problem !== undefined && signatures.length === 0

/** Checks the signatures of all messages. Undecided when a file says of some that it has none. */
export function findSignatureFinding(archive: VoteArchive): Finding {
  const entries = listMessages(archive)
  const difference = findFirst(entries, findMessageDifference)
  if (difference !== null) return difference
  const [unsigned, ...others] = entries.filter(({ message }) => message.signatures.length === 0)
  if (unsigned === undefined) return null
  const more = others.length === 0 ? '' : ` The same is true of ${others.length} more.`
  return {
    because: `${unsigned.path} has no signature: ${unsigned.message.problem}${more}`,
  }
}

function findMessageDifference({ path, message }: MessageEntry): Difference | null {
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
    ) ?? findWeightDifference(`${path}.signatures`, signatures)
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

function findWeightDifference(path: string, signatures: readonly Signature[]): Difference | null {
  const wrong = signatures.findIndex(({ weight }) => !(weight >= 0 && weight <= FULL_WEIGHT))
  if (wrong >= 0) {
    const found = `${signatures[wrong]?.weight}`
    return { path: `${path}[${wrong}].weight`, expected: `0 to ${FULL_WEIGHT}`, found }
  }
  const sum = signatures.reduce((total, { weight }) => total + weight, 0)
  if (sum >= FULL_WEIGHT) return null
  return {
    path,
    expected: `of keys that weigh ${FULL_WEIGHT} together`,
    found: `of keys that weigh ${sum}`,
  }
}
