import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { listMessages, type MessageEntry } from '../list-entries.ts'
import { findFirst } from './find-first.ts'

/** After this time the contract may forget the last number of an address (`DharmaConsent.forget`), in seconds. */
const FORGOTTEN_AFTER = 24 * 3600

/** The contract refuses a number that is further above the last one. */
const MAX_STEP = 1000

/** Checks that the sequence numbers of each signer grow, in votes and in proposals, from message to message. */
export function findSequenceDifference(archive: VoteArchive): Difference | null {
  const bySigner = Object.groupBy(
    listMessages(archive),
    ({ series, signer }) => `${series} ${signer}`,
  )
  return findFirst(Object.values(bySigner), (entries = []) => {
    const sorted = entries.toSorted(compareOnChain)
    return findFirst([...sorted.keys()], (index) => {
      const [before, entry] = [sorted[index - 1], sorted[index]]
      return isSameCarrier(before, entry)
        ? findCarrierDifference(before, entry)
        : findStepDifference(before, entry)
    })
  })
}

/** Whether two votes say that the same message carried them. */
const isSameCarrier = (
  before: MessageEntry | undefined,
  entry: MessageEntry | undefined,
): boolean =>
  entry?.series === 'votes' &&
  before?.message.sequence === entry.message.sequence &&
  before.receipt.txId === entry.receipt.txId &&
  before.proposal.id !== entry.proposal.id

function findCarrierDifference(
  before: MessageEntry | undefined,
  entry: MessageEntry | undefined,
): Difference | null {
  if (before === undefined || entry === undefined) return null
  const path = entry.path.replace(/\.message$/, '')
  return (
    findFirstDifference(entry.path, before.message, entry.message) ??
    findFirstDifference(`${path}.receipt`, before.receipt, entry.receipt)
  )
}

/** In one block, the lower number was accepted first. */
const compareOnChain = (one: MessageEntry, other: MessageEntry): number =>
  one.receipt.height - other.receipt.height || one.message.sequence - other.message.sequence

function findStepDifference(
  before: MessageEntry | undefined,
  entry: MessageEntry | undefined,
): Difference | null {
  if (entry === undefined) return null
  const { path, message, receipt } = entry
  const found = `${message.sequence}`
  if (message.sequence < 1) return { path: `${path}.sequence`, expected: 'at least 1', found }
  if (before === undefined) return null
  const last = before.message.sequence
  const isForgettable = receipt.at > before.receipt.at + FORGOTTEN_AFTER
  const isStep = message.sequence > last && message.sequence <= last + MAX_STEP
  if (isStep || (isForgettable && message.sequence <= last + MAX_STEP)) return null
  const expected = `${last + 1} to ${last + MAX_STEP}, above the number of the message before it`
  return { path: `${path}.sequence`, expected, found }
}
