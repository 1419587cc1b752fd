import type { SignedMessage, VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { NodeBusyError } from '@app/flow/errors.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Address } from '@app/values/address.ts'
import { isMissingDataError } from '../../chain/is-missing.ts'
import type { Finding } from '../../checks/check.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { formatCount } from '../../checks/format-count.ts'
import { findFirst } from '../checks/find-first.ts'
import { listMessages } from '../list-entries.ts'

type Signature = SignedMessage['signatures'][number]

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
export async function findKeyFinding(archive: VoteArchive, flow: FlowReader): Promise<Finding> {
  const messages = listMessages(archive).map(({ path, signer, message, receipt }) => ({
    path,
    signer,
    message,
    height: receipt.height,
  }))
  return await findMessageKeyFinding(messages, flow)
}

/** Like `findKeyFinding`, for messages of any file. */
export async function findMessageKeyFinding(
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
  const because = [
    formatOffChain(offChain),
    formatMissingState(messages.length - offChain),
    revoked.length === 0 ? '' : `Revoked by now: ${revoked.join(', ')}.`,
  ]
  return { because: because.filter((sentence) => sentence !== '').join(' ') }
}

const formatOffChain = (count: number): string =>
  count === 0
    ? ''
    : `${formatCount(count, 'message was', 'messages were')} never on the chain: the keys are compared with those that the signers have now.`

const formatMissingState = (count: number): string =>
  count === 0
    ? ''
    : `The node has no state of the blocks of ${formatCount(count, 'message')}: the keys are compared with those that the signers have now.`
