import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { castVotes } from '@app/contracts/transactions.generated.ts'
import type { SignedVotes } from '../people/signed-messages.ts'

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
