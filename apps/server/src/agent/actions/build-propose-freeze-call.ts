import {
  buildConsentMessage,
  SEQUENCE_SERIES,
  toValidUntil,
} from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { type CadenceCall, getContractAddress } from '@app/contracts/resolve-imports.ts'
import { getSequence } from '@app/contracts/scripts.generated.ts'
import { createProposal } from '@app/contracts/transactions.generated.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/verify-signatures.ts'
import type { Block } from '@app/flow/read/chain.ts'
import { toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { Network } from '@app/values/network.ts'
import { type NetworkReader, readContract } from '../../flow-access/read-contract.ts'
import type { QueuedAction } from '../outbox/load-outbox.ts'
import { buildMissingContractProblem, type CallProblem } from './call-problem.ts'

/** The proposer's key, of full weight, and the latest block, on whose state the call rests. */
export interface Proposer {
  signer: Signer
  tip: Pick<Block, 'height' | 'timeMs'>
}

interface ConsentNumbers {
  sequence: bigint
  /** Unix seconds, a whole minute. */
  validUntil: bigint
}

/**
 * Builds the call by which the agent's own account proposes to freeze an address. The account signs
 * the text that the contract verifies, with its next sequence number: of two such calls, the contract
 * accepts one.
 */
export async function buildProposeFreezeCall(
  reader: NetworkReader,
  { address: target, reason }: Pick<QueuedAction, 'address' | 'reason'>,
  proposer: Proposer,
): Promise<CadenceCall | CallProblem> {
  const numbers = await readNextNumbers(reader, proposer)
  if (numbers === null) return buildMissingContractProblem('DharmaConsent', reader.network)
  const { signer } = proposer
  const text = buildText(reader.network, signer, { ...numbers, target, reason })
  const { keyId, signature } = signUserMessage(signer, text)
  return createProposal({
    action: 'freeze',
    target,
    reason,
    proposer: signer.address,
    ...numbers,
    keyIndexes: [keyId],
    signatures: [signature],
  })
}

function buildText(
  network: Network,
  { address }: Signer,
  {
    target,
    reason,
    ...numbers
  }: ConsentNumbers & Pick<QueuedAction, 'reason'> & { target: QueuedAction['address'] },
): string {
  const contract = toAddress(getContractAddress('DharmaConsent', network))
  return buildConsentMessage(
    { contract, network, address, ...numbers },
    { kind: 'proposal', action: { name: 'freeze', target }, reasonHash: hashReason(reason) },
  )
}

/** Returns `null` when the contract is not deployed. */
async function readNextNumbers(
  reader: NetworkReader,
  { signer, tip }: Proposer,
): Promise<ConsentNumbers | null> {
  const call = getSequence({ address: signer.address, series: SEQUENCE_SERIES.proposals })
  const query = { contract: 'DharmaConsent', call, atHeight: tip.height }
  const result = await readContract(reader, query)
  if (result === null) return null
  const last = result.value as Record<'sequence' | 'now' | 'maxValidity', bigint>
  return {
    sequence: last.sequence + 1n,
    validUntil: toValidUntil(last.now / UNITS_PER_TOKEN, last.maxValidity),
  }
}
