import type { SignedMessage } from '@app/api/schemas/vote-archive.ts'
import { NodeBusyError } from '@app/flow/errors.ts'
import { prependDomainTag } from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT, verifySignature } from '@app/flow/proof/verify-signatures.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
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
import { isMissingDataError } from './read-block.ts'

type Signature = SignedMessage['signatures'][number]

/** A signed message with its path in a file. */
export interface PlacedMessage {
  path: string
  message: SignedMessage
  /** What the keys weigh together at least; 1000 where it is missing. */
  minWeight?: number
}

/** Checks the signatures of messages. Undecided when a file says of some that it has none. */
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
      findOneSignatureDifference(path, { signatures, index, bytes }),
    ) ?? findWeightDifference(`${path}.signatures`, signatures, minWeight)
  )
}

interface PlacedSignature {
  signatures: readonly Signature[]
  index: number
  /** The text with its domain tag. */
  bytes: Uint8Array
}

function findOneSignatureDifference(
  messagePath: string,
  { signatures, index, bytes }: PlacedSignature,
): Difference | null {
  const path = `${messagePath}.signatures[${index}]`
  const own = signatures[index]
  if (own === undefined) return null
  const { keyIndex, publicKey, signature, ...key } = own
  if (signatures.slice(0, index).some((earlier) => earlier.keyIndex === keyIndex)) {
    return { path: `${path}.keyIndex`, expected: 'another key', found: `${keyIndex}, given twice` }
  }
  const form = { publicKey: HEX_128, signature: HEX_128 }
  const malformed = findFirstDifference(path, form, { publicKey, signature })
  if (malformed !== null) return malformed
  if (verifySignature({ publicKeyHex: publicKey, ...key }, bytes, signature)) return null
  const expected = `a signature of message.text by the key ${publicKey} (${key.signatureAlgorithm}, ${key.hashAlgorithm})`
  return { path: `${path}.signature`, expected, found: signature }
}

const HEX_128 = new Allowed('128 hex digits in lower case', (found) =>
  /^[0-9a-f]{128}$/.test(String(found)),
)

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

/** What a node says about the keys of one message. */
interface KeyResult {
  difference: Difference | null
  /** Whether the keys are those of now: the message has no block, or the node has no state of it. */
  isOfNow: boolean
  /** Keys that were revoked since then, for a sentence. */
  revokedNow: string[]
}

type AccountReader = (address: Address, height?: number) => Promise<Account | null>

/** A message that an account signed. */
export interface KeyedMessage {
  /** Path in the file. */
  path: string
  signer: Address
  message: SignedMessage
  /** Block of its transaction; `null` for a message that was never on the chain. */
  height: number | null
}

/** Checks that the keys belong to the signer, at the block of the message if the node has its state, else now. */
export async function findKeyFinding(
  messages: readonly KeyedMessage[],
  flow: FlowReader,
): Promise<Finding> {
  const readAccount = createAccountReader(flow)
  const results = await Promise.all(messages.map((entry) => checkKeys(entry, readAccount)))
  const difference = findFirst(results, (result) => result.difference)
  if (difference !== null) return difference
  const revoked = new Set(results.flatMap(({ revokedNow }) => revokedNow))
  const ofNow = messages.filter((_, index) => results[index]?.isOfNow)
  return formatNowFinding(ofNow, [...revoked])
}

async function checkKeys(entry: KeyedMessage, readAccount: AccountReader): Promise<KeyResult> {
  const { signer, height, message } = entry
  const past = height === null ? null : await readAccount(signer, height)
  const account = past ?? (await readAccount(signer))
  const used = message.signatures.map(({ keyIndex }) => keyIndex)
  const revoked = (account?.keys ?? []).filter((key) => key.isRevoked && used.includes(key.index))
  const isRevoked = past !== null && height !== null && revoked.length > 0
  const before = isRevoked ? await readAccount(signer, height - 1) : null
  const difference =
    findFirst([...message.signatures.entries()], ([index, signature]) =>
      findKeyDifference(`${entry.path}.signatures[${index}]`, entry, { signature, account }),
    ) ??
    findFirst(past === null ? [] : revoked, (key) =>
      isRevokedIn(before, key) ? createRevokedDifference(entry, key) : null,
    )
  const revokedNow = past === null ? revoked.map(({ index }) => `key ${index} of ${signer}`) : []
  return { difference, isOfNow: past === null, revokedNow }
}

function createAccountReader(flow: FlowReader): AccountReader {
  const accounts = new Map<string, Promise<Account | null>>()
  return (address, height) => {
    const key = `${address} ${height}`
    const account = accounts.get(key) ?? nullIfMissing(flow.getAccount(address, height))
    accounts.set(key, account)
    return account
  }
}

async function nullIfMissing<T>(answer: Promise<T | null>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isMissingDataError(error) || error instanceof NodeBusyError) return null
    throw error
  }
}

interface KeyUse {
  signature: Signature
  account: Account | null
}

function findKeyDifference(
  path: string,
  { signer, height }: KeyedMessage,
  { signature, account }: KeyUse,
): Difference | null {
  const key = account?.keys.find(({ index }) => index === signature.keyIndex)
  if (key === undefined) {
    const when = height === null ? 'now' : `at block ${height}`
    const expected = `a key that ${signer} has ${when}`
    return { path: `${path}.keyIndex`, expected, found: `${signature.keyIndex}` }
  }
  const { publicKeyHex: publicKey, signatureAlgorithm, hashAlgorithm, weight } = key
  const { signature: _, ...stated } = signature
  const { index: keyIndex } = key
  const expected = { keyIndex, publicKey, signatureAlgorithm, hashAlgorithm, weight }
  return findFirstDifference(path, expected, stated)
}

/** A state is that after its block: the key may have been revoked in the block itself, after the message. */
const isRevokedIn = (account: Account | null, { index }: AccountKey): boolean =>
  account?.keys.find((key) => key.index === index)?.isRevoked !== false

function createRevokedDifference(
  { path: ownPath, signer, height, message }: KeyedMessage,
  { index }: AccountKey,
): Difference {
  const place = message.signatures.findIndex(({ keyIndex }) => keyIndex === index)
  const path = `${ownPath}.signatures[${place}]`
  const expected = `a key of ${signer} that was not revoked at block ${height}`
  return { path: `${path}.keyIndex`, expected, found: `${index}, which was` }
}

function formatNowFinding(messages: readonly KeyedMessage[], revoked: readonly string[]): Finding {
  if (messages.length === 0) return null
  const offChain = messages.filter(({ height }) => height === null).length
  const withoutState = messages.length - offChain
  if (withoutState + revoked.length === 0) return { note: formatOffChain(offChain) }
  const because = [
    formatOffChain(offChain),
    formatMissingState(withoutState),
    revoked.length === 0 ? '' : `Revoked by now: ${revoked.join(', ')}.`,
  ]
  return { because: because.filter((sentence) => sentence !== '').join(' ') }
}

const formatOffChain = (count: number): string =>
  count === 0
    ? ''
    : `${pluralize(count, 'message was', 'messages were')} never on the chain: the keys are compared with those that the signers have now.`

const formatMissingState = (count: number): string =>
  count === 0
    ? ''
    : `The node has no state of the blocks of ${pluralize(count, 'message')}: the keys are compared with those that the signers have now.`
