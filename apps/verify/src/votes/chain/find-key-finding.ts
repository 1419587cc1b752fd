import type { SignedMessage, VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { NodeBusyError } from '@app/flow/errors.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Address } from '@app/values/address.ts'
import { isMissingDataError } from '../../chain/is-missing.ts'
import type { Finding } from '../../checks/check.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { listMessages, type MessageEntry } from '../list-entries.ts'

type Signature = SignedMessage['signatures'][number]

/** Checks that the keys belong to the signer, at the block of the message if the node has its state, else now. */
export async function findKeyFinding(archive: VoteArchive, flow: FlowReader): Promise<Finding> {
  const readAccount = createAccountReader(flow)
  const revoked: string[] = []
  let comparedNow = 0
  for (const entry of listMessages(archive)) {
    const { signer, receipt } = entry
    const past = await readAccount(signer, receipt.height)
    const account = past ?? (await readAccount(signer))
    if (past === null) comparedNow += 1
    for (const [index, signature] of entry.message.signatures.entries()) {
      const path = `${entry.path}.signatures[${index}]`
      const difference = findKeyDifference(path, entry, { signature, account })
      if (difference !== null) return difference
      const key = account?.keys.find((candidate) => candidate.index === signature.keyIndex)
      if (key?.isRevoked !== true) continue
      if (past === null) revoked.push(`key ${key.index} of ${signer}`)
      else if (isRevokedIn(await readAccount(signer, receipt.height - 1), key))
        return createRevokedDifference(path, entry, key)
    }
  }
  return formatNowFinding(comparedNow, revoked)
}

function createAccountReader(flow: FlowReader) {
  const accounts = new Map<string, Promise<Account | null>>()
  return (address: Address, height?: number): Promise<Account | null> => {
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
  { signer, receipt }: MessageEntry,
  { signature, account }: KeyUse,
): Difference | null {
  const key = account?.keys.find(({ index }) => index === signature.keyIndex)
  if (key === undefined) {
    const expected = `a key that ${signer} has at block ${receipt.height}`
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
  path: string,
  { signer, receipt }: MessageEntry,
  { index }: AccountKey,
): Difference {
  const expected = `a key of ${signer} that was not revoked at block ${receipt.height}`
  return { path: `${path}.keyIndex`, expected, found: `${index}, which was` }
}

function formatNowFinding(comparedNow: number, revoked: readonly string[]): Finding {
  if (comparedNow === 0) return null
  const named = [...new Set(revoked)].join(', ')
  const sentence = `The node has no state of the blocks of ${comparedNow} messages; their keys are those that the signers have now.`
  return { because: named === '' ? sentence : `${sentence} Revoked by now: ${named}.` }
}
