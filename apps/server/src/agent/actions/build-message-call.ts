import { hashReason } from '@app/contracts/hash-reason.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import {
  castVotes,
  createProposal,
  openAppeal,
  reportWallet,
  vouchForWallet,
  withdrawReport,
  withdrawVouch,
} from '@app/contracts/transactions.generated.ts'
import type { Address } from '@app/values/address.ts'
import type { ActionPayload, MessagePayload } from '../../db/tables/action-payload.ts'

/**
 * Builds the call that sends a signed message. The contract rebuilds the text from these arguments
 * and verifies the signatures, so the agent cannot change anything. Returns
 * `null` when the action has no signed message.
 */
export function buildMessageCall({
  address: signer,
  payload,
}: {
  address: Address
  payload: ActionPayload | null
}): CadenceCall | null {
  if (payload === null || !('content' in payload)) return null
  return buildCall(signer, payload)
}

function buildCall(signer: Address, { content, ...consent }: MessagePayload): CadenceCall {
  const { sequence, validUntil, signatures } = consent
  const proof = {
    sequence,
    validUntil,
    keyIndexes: signatures.map(({ keyId }) => keyId),
    signatures: signatures.map(({ signature }) => signature),
  }
  switch (content.kind) {
    case 'proposal': {
      const { action, target, reason } = content
      return createProposal({ action, target, reason, proposer: signer, ...proof })
    }
    case 'vote':
      return castVotes({
        ids: content.votes.map(({ proposalId }) => proposalId),
        supports: content.votes.map(({ support }) => support),
        voter: signer,
        ...proof,
      })
    case 'appeal': {
      const { against, reason } = content
      const subject = { flagNumber: null, freezeNumber: null, ...against }
      return openAppeal({ address: signer, ...subject, reason, ...proof })
    }
    case 'report': {
      const reasonHash = hashReason(content.reason)
      return reportWallet({ address: content.target, reasonHash, reporter: signer, ...proof })
    }
    case 'report withdrawal':
      return withdrawReport({ address: content.target, reporter: signer, ...proof })
    case 'vouch':
      return vouchForWallet({ address: content.target, voucher: signer, ...proof })
    case 'vouch withdrawal':
      return withdrawVouch({ address: content.target, voucher: signer, ...proof })
  }
}
