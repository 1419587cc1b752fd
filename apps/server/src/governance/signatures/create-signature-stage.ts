import {
  buildConsentMessage,
  type ConsentContent,
  type GovernanceAction,
} from '@app/contracts/consent-message.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { NodeNotFoundError, NodeRefusedError } from '@app/flow/errors.ts'
import { toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { loadCoverage } from '../../facts/load-coverage.ts'
import { readEligibility } from '../../flow-access/read-eligibility.ts'
import type { Context } from '../../runtime/context.ts'
import { readPauses } from '../../runtime/pauses.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { findSignatures } from './find-signatures.ts'
import {
  loadUnreadMessages,
  type ReadMessage,
  type TitledProposal,
  type UnreadMessage,
  writeSignatures,
} from './write-signatures.ts'

const MESSAGES_PER_STEP = 20

/** A transaction that a node lacks after that many blocks was pruned; before, the node is behind. */
const OLD_BLOCKS = 1_000

/**
 * Creates the stage that looks up the signatures of votes, proposals and appeals in the arguments of their
 * transactions, so that votes that were sent to the chain by others are archived too, and since
 * when the records of their signers stand.
 */
export function createSignatureStage(context: Context): Stage {
  const step = () => stepSignatures(context)
  return createLockedStage(context, { name: 'signatures', lock: 'signatures', step })
}

async function stepSignatures(context: Context): Promise<'more' | 'idle'> {
  const pauses = await readPauses(context, 'signatures')
  const messages = await loadUnreadMessages(context.db, { limit: MESSAGES_PER_STEP, pauses })
  const tip = (await loadCoverage(context.db))?.toHeight ?? 0
  for (const message of messages) {
    const isOld = tip - message.height > OLD_BLOCKS
    await pauses.attempt(message.address, async () =>
      writeSignatures(context.db, message, await readMessage(context, message, isOld)),
    )
  }
  return messages.length === 0 ? 'idle' : 'more'
}

async function readMessage(
  { flow, config }: Pick<Context, 'flow' | 'config'>,
  message: UnreadMessage,
  isOld: boolean,
): Promise<ReadMessage> {
  const { network } = config
  const { address, height, txId } = message
  const text = buildSignedText(message, network)
  const eligibility = await readEligibility(
    { flow, network },
    { voter: address, ids: [], publisher: null },
  )
  const standingSince = eligibility?.standingSince ?? null
  const reading = flow.getTransactionArguments(txId)
  const args = await (isOld ? nullIfUnavailable(reading) : reading)
  // Where the node has no such old states, the account as it is now.
  const account =
    (await nullIfUnavailable(flow.getAccount(address, height))) ?? (await flow.getAccount(address))
  const signatures = findSignatures(args ?? [], account?.keys ?? [], text)
  const problem = signatures.length > 0 ? null : describeProblem(args)
  return { text, signatures, problem, standingSince }
}

/**
 * Builds the text that the signer signed. Throws `TypeError` when the title does not have the form
 * of the contract.
 */
function buildSignedText(message: UnreadMessage, network: Network): string {
  const { address, sequence, validUntil } = message
  const contract = toAddress(getContractAddress('DharmaConsent', network))
  const numbers = { sequence: BigInt(sequence), validUntil: BigInt(validUntil) }
  return buildConsentMessage({ contract, network, address, ...numbers }, toContent(message))
}

function toContent({ votes, opened }: UnreadMessage): ConsentContent {
  if (votes !== null) {
    const cast = votes.map(({ support, ...proposal }) => ({
      proposalId: BigInt(proposal.id),
      action: toGovernanceAction(proposal),
      support,
    }))
    return { kind: 'vote', votes: cast }
  }
  if (opened === null) throw new TypeError('A message without votes opened nothing.')
  const { reasonHash, isAppeal, flagNumber, freezeNumber } = opened
  if (!isAppeal) return { kind: 'proposal', action: toGovernanceAction(opened), reasonHash }
  const against =
    flagNumber === null
      ? { freezeNumber: BigInt(freezeNumber ?? 0) }
      : { flagNumber: BigInt(flagNumber) }
  return { kind: 'appeal', against, reasonHash }
}

function toGovernanceAction({ action, target, title }: TitledProposal): GovernanceAction {
  const parsed = parseProposalTitle({ action, target, title })
  if (parsed !== null) return parsed
  throw new TypeError(`The title of a proposal to ${action} has an unexpected form: ${title}`)
}

const describeProblem = (args: unknown[] | null): string =>
  args === null
    ? 'The access node does not have the transaction any more.'
    : 'No argument of the transaction is a signature of this text by a key of the account.'

async function nullIfUnavailable<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof NodeNotFoundError || error instanceof NodeRefusedError) return null
    throw error
  }
}
