import type { SignedMessage } from '@app/api/schemas/vote-archive.ts'
import { NodeBusyError } from '@app/flow/errors.ts'
import { prependDomainTag } from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT, verifySignature } from '@app/flow/proof/verify-signatures.ts'
import type { Account } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Address } from '@app/values/address.ts'
import {
  Allowed,
  type Difference,
  type Finding,
  findFirst,
  findFirstDifference,
  pluralize,
} from './check.ts'
import { isMissingDataError } from './node.ts'

/** A message that an account signed, with its path in a file. */
export interface PlacedMessage {
  path: string
  message: SignedMessage
  signer: Address
}

/** Checks the signatures of messages. Undecided when a file says of some that it has none. */
export function findSignatureFinding(entries: readonly PlacedMessage[]): Finding {
  const difference = findFirst(entries, findSignatureDifference)
  if (difference !== null) return difference
  const [unsigned, ...others] = entries.filter(({ message }) => message.signatures.length === 0)
  if (unsigned === undefined) return null
  const more = others.length === 0 ? '' : ` The same is true of ${others.length} more.`
  return { because: `${unsigned.path} has no signature: ${unsigned.message.problem}${more}` }
}

function findSignatureDifference({ path, message }: PlacedMessage): Difference | null {
  const { signatures, problem, text } = message
  if (problem !== undefined) {
    if (signatures.length === 0) return null
    const expected = 'missing, because there are signatures'
    return { path: `${path}.problem`, expected, found: JSON.stringify(problem) }
  }
  const bytes = prependDomainTag('FLOW-V0.0-user', new TextEncoder().encode(text))
  const used = new Set<number>()
  let sum = 0
  for (const [index, own] of signatures.entries()) {
    const place = `${path}.signatures[${index}]`
    const { keyIndex, publicKey, signature, weight } = own
    if (used.has(keyIndex)) {
      return {
        path: `${place}.keyIndex`,
        expected: 'another key',
        found: `${keyIndex}, given twice`,
      }
    }
    const form = { ...own, publicKey: HEX_128, signature: HEX_128, weight: WEIGHT }
    const malformed = findFirstDifference(place, form, own)
    if (malformed !== null) return malformed
    if (!verifySignature({ ...own, publicKeyHex: publicKey }, bytes, signature)) {
      const expected = `a signature of message.text by the key ${publicKey} (${own.signatureAlgorithm}, ${own.hashAlgorithm})`
      return { path: `${place}.signature`, expected, found: signature }
    }
    used.add(keyIndex)
    sum += weight
  }
  if (sum >= FULL_WEIGHT) return null
  const expected = `of keys that weigh ${FULL_WEIGHT} together`
  return { path: `${path}.signatures`, expected, found: `of keys that weigh ${sum}` }
}

const HEX_128 = new Allowed('128 hex digits in lower case', (found) =>
  /^[0-9a-f]{128}$/.test(String(found)),
)

const WEIGHT = new Allowed(
  `0 to ${FULL_WEIGHT}`,
  (found) => Number(found) >= 0 && Number(found) <= FULL_WEIGHT,
)

export interface KeyedMessage extends PlacedMessage {
  /** Block of its transaction; `null` for a message that was never on the chain. */
  height: number | null
}

/** What a node says about the keys of one message. */
interface KeyResult {
  difference: Difference | null
  /** Whether the keys are those of now: the message has no block, or the node has no state of it. */
  isOfNow: boolean
  /** Keys that were revoked since then. */
  revoked: string[]
}

type AccountReader = (address: Address, height?: number) => Promise<Account | null>

/** Checks that the keys belong to the signer, at the block of the message if the node has its state, else now. */
export async function findKeyFinding(
  messages: readonly KeyedMessage[],
  flow: FlowReader,
): Promise<Finding> {
  const readAccount = createAccountReader(flow)
  const results = await Promise.all(messages.map((entry) => checkKeys(entry, readAccount)))
  const difference = findFirst(results, (result) => result.difference)
  if (difference !== null) return difference
  const ofNow = messages.filter((_, index) => results[index]?.isOfNow)
  if (ofNow.length === 0) return null
  const revoked = [...new Set(results.flatMap((result) => result.revoked))]
  const past = ofNow.filter(({ height }) => height !== null).length
  const compared = `The keys of ${pluralize(ofNow.length, 'message')} are compared with those that the signers have now: ${past} of a block whose state the node does not have, the others never on the chain.`
  if (past + revoked.length === 0) return { note: compared }
  const since = revoked.length === 0 ? '' : ` Revoked by now: ${revoked.join(', ')}.`
  return { because: `${compared}${since}` }
}

function createAccountReader(flow: FlowReader): AccountReader {
  const accounts = new Map<string, Promise<Account | null>>()
  return (address, height) => {
    const key = `${address} ${height}`
    const account = accounts.get(key) ?? flow.getAccount(address, height).catch(toNullIfMissing)
    accounts.set(key, account)
    return account
  }
}

function toNullIfMissing(error: unknown): null {
  if (isMissingDataError(error) || error instanceof NodeBusyError) return null
  throw error
}

async function checkKeys(entry: KeyedMessage, readAccount: AccountReader): Promise<KeyResult> {
  const { signer, height, message } = entry
  const past = height === null ? null : await readAccount(signer, height)
  const account = past ?? (await readAccount(signer))
  const used = message.signatures.map(({ keyIndex }) => keyIndex)
  const revoked = used.filter((index) => isRevoked(account, index))
  const names = revoked.map((index) => `key ${index} of ${signer}`)
  const difference = findKeyDifference(entry, account)
  if (difference !== null || past === null || height === null || revoked.length === 0) {
    return { difference, isOfNow: past === null, revoked: past === null ? names : [] }
  }
  // A state is that after its block: the key may have been revoked in the block itself, after the message.
  const before = await readAccount(signer, height - 1)
  const wrong = used.findIndex((index) => revoked.includes(index) && isRevoked(before, index))
  const path = `${entry.path}.signatures[${wrong}].keyIndex`
  const expected = `a key of ${signer} that was not revoked at block ${height}`
  const late = { path, expected, found: `${used[wrong]}, which was` }
  return { difference: wrong < 0 ? null : late, isOfNow: false, revoked: [] }
}

const isRevoked = (account: Account | null, index: number): boolean =>
  account?.keys.find((key) => key.index === index)?.isRevoked !== false

const findKeyDifference = (
  { path, signer, height, message }: KeyedMessage,
  account: Account | null,
): Difference | null =>
  findFirst(message.signatures, (stated, index) => {
    const place = `${path}.signatures[${index}]`
    const key = account?.keys.find((one) => one.index === stated.keyIndex)
    if (key === undefined) {
      const expected = `a key that ${signer} has ${height === null ? 'now' : `at block ${height}`}`
      return { path: `${place}.keyIndex`, expected, found: `${stated.keyIndex}` }
    }
    const { publicKeyHex: publicKey, signatureAlgorithm, hashAlgorithm, weight } = key
    const expected = { ...stated, publicKey, signatureAlgorithm, hashAlgorithm, weight }
    return findFirstDifference(place, expected, stated)
  })
