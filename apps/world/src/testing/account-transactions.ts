import { castVotes } from '@app/contracts/calls.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import type { SignedVotes } from '../people/signed-messages.ts'

/** Adds a key that can sign alone. */
export const addFullKey = (publicKeyHex: string): CadenceCall => ({
  name: 'add_full_key',
  cadence: `
transaction(publicKey: String) {
    prepare(owner: auth(AddKey) &Account) {
        owner.keys.add(
            publicKey: PublicKey(
                publicKey: publicKey.decodeHex(),
                signatureAlgorithm: SignatureAlgorithm.ECDSA_P256
            ),
            hashAlgorithm: HashAlgorithm.SHA3_256,
            weight: 1000.0
        )
    }
}`,
  args: [arg.string(publicKeyHex)],
})

/** Revokes the key that was added first. */
export const revokeAddedKey = (): CadenceCall => ({
  name: 'revoke_added_key',
  cadence:
    'transaction { prepare(owner: auth(RevokeKey) &Account) { owner.keys.revoke(keyIndex: 1) } }',
  args: [],
})

/**
 * Builds a transaction of somebody else that relays a vote, with its arguments in the opposite
 * order.
 */
export function buildForeignCall(vote: SignedVotes): CadenceCall {
  const cadence = `
    import "DharmaConsent"
    import "DharmaGovernance"
    transaction(hex: [String], keys: [Int], until: UInt64, number: UInt64, by: Address, choices: [Bool], ids: [UInt64]) {
        prepare(signer: &Account) {}
        execute {
            let signatures = DharmaConsent.toSignatures(keyIndexes: keys, hex: hex)
            let consent = DharmaConsent.Consent(address: by, sequence: number, validUntil: until, signatures: signatures)
            DharmaGovernance.vote(ids: ids, supports: choices, consent: consent)
        }
    }`.replaceAll(/^ {4}/gm, '')
  return { name: 'a foreign vote', cadence, args: castVotes(vote).args.toReversed() }
}
