import { createHash } from 'node:crypto'
import { prependDomainTag } from '@app/flow/keys/create-signer.ts'
import { type AccountProofData, encodeAccountProof } from '@app/flow/proof/account-proof.ts'
import { toAddress } from '@app/values/address.ts'
import type { GovernanceAction } from '../../src/consent-message.ts'
import { type ConsentVector, VECTOR_REASON, VECTOR_STATEMENT } from './consent-vectors.ts'
import { createTestSigner } from './test-keys.ts'

const PROOF: AccountProofData = {
  appIdentifier: 'http://localhost:3000',
  address: toAddress('0x179b6b1cb6755e31'),
  nonce: '75f8587e5bd5f9dcc9909d0dae1f0ac5814458b2ae129620502cb936fde7120a',
}

/** Renders the vectors for authors of clients, in the shapes of the API. */
export function renderSigningVectors(vectors: readonly ConsentVector[]): object {
  return {
    reason: VECTOR_REASON,
    statement: VECTOR_STATEMENT,
    messages: vectors.map(toMessageVector),
    accountProof: buildProofVector(),
  }
}

function toMessageVector(vector: ConsentVector) {
  const { name, contract, network, address, sequence, validUntil, message, signature } = vector
  const { content, actions } = toApiContent(vector.content)
  return {
    name,
    request: { address, content },
    answer: { contract, network, sequence, validUntil, ...(actions && { actions }) },
    text: message,
    ...buildSignature(vector, {
      tag: 'FLOW-V0.0-user',
      bytes: prependDomainTag('FLOW-V0.0-user', Buffer.from(message)),
      signature,
    }),
  }
}

function buildProofVector() {
  const bytes = encodeAccountProof(PROOF)
  const signer = createTestSigner(1, PROOF.address)
  return {
    ...PROOF,
    encoded: toHex(bytes.subarray(32)),
    ...buildSignature(
      { address: PROOF.address, privateKey: 1 },
      { tag: 'FCL-ACCOUNT-PROOF-V0.0', bytes, signature: toHex(signer.sign(bytes)) },
    ),
  }
}

function buildSignature(
  { address, privateKey }: Pick<ConsentVector, 'address' | 'privateKey'>,
  { tag, bytes, signature }: { tag: string; bytes: Uint8Array; signature: string },
) {
  return {
    tag,
    sha3_256: createHash('sha3-256').update(bytes).digest('hex'),
    privateKey: privateKey.toString(16).padStart(64, '0'),
    publicKey: createTestSigner(privateKey, address).publicKeyHex,
    signature,
  }
}

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Returns a content as `POST /v1/messages` takes it, and the actions that it answers. */
function toApiContent(content: ConsentVector['content']): { content: object; actions?: object[] } {
  switch (content.kind) {
    case 'proposal': {
      const { name: action, target: targetAddress } = content.action
      const { kind, reasonHash } = content
      return {
        content: { kind, action, targetAddress, reasonHash },
        actions: [toApiAction(content.action)],
      }
    }
    case 'vote': {
      const votes = content.votes.map(({ proposalId, support }) => ({
        proposalId: Number(proposalId),
        support,
      }))
      return {
        content: { kind: content.kind, votes },
        actions: content.votes.map(({ action }) => toApiAction(action)),
      }
    }
    case 'appeal':
      return { content: { ...content, against: withNumbers(content.against) } }
    case 'owner statement':
      return { content }
    default: {
      const { target: targetAddress, ...rest } = content
      return { content: { ...rest, targetAddress } }
    }
  }
}

const toApiAction = ({ target, ...action }: GovernanceAction) =>
  withNumbers({ ...action, targetAddress: target })

/** Returns the fields that have a value, with integers as numbers. */
const withNumbers = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )
