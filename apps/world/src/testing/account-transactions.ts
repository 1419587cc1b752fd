import { addContract, castVotes, updateContract } from '@app/contracts/calls.ts'
import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import type { Address } from '@app/values/address.ts'
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
 * Publishes a capability with which any account can withdraw. The chain refuses to publish a
 * capability with an entitlement, but accepts one that refers to a stored capability with an
 * entitlement.
 */
export const publishWithdrawCapability = (): CadenceCall => ({
  name: 'publish_withdrawal',
  cadence: `
import "FlowToken"
import "FungibleToken"

transaction {
    prepare(owner: auth(Storage, Capabilities) &Account) {
        let withdrawal = owner.capabilities.storage
            .issue<auth(FungibleToken.Withdraw) &FlowToken.Vault>(/storage/flowTokenVault)
        owner.storage.save(withdrawal, to: /storage/withdrawal)
        owner.capabilities.publish(
            owner.capabilities.storage
                .issue<&Capability<auth(FungibleToken.Withdraw) &FlowToken.Vault>>(/storage/withdrawal),
            at: /public/withdrawal
        )
    }
}`,
  args: [],
})

/** Withdraws FLOW with the capability that its owner published. */
export const withdrawByPublishedCapability = (owner: Address): CadenceCall => ({
  name: 'take_by_published',
  cadence: `
import "FlowToken"
import "FungibleToken"

transaction(owner: Address) {
    prepare(taker: &Account) {
        let withdrawal = getAccount(owner).capabilities
            .borrow<&Capability<auth(FungibleToken.Withdraw) &FlowToken.Vault>>(/public/withdrawal)!
        taker.capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
            .deposit(from: <- withdrawal.borrow()!.withdraw(amount: 1.0))
    }
}`,
  args: [arg.address(owner)],
})

/** Publishes a withdraw capability to the inbox of another account. */
export const offerWithdrawCapability = (recipient: Address): CadenceCall => ({
  name: 'offer_withdrawal',
  cadence: `
import "FlowToken"
import "FungibleToken"

transaction(recipient: Address) {
    prepare(owner: auth(Capabilities, Inbox) &Account) {
        owner.inbox.publish(
            owner.capabilities.storage
                .issue<auth(FungibleToken.Withdraw) &FlowToken.Vault>(/storage/flowTokenVault),
            name: "withdrawal",
            recipient: recipient
        )
    }
}`,
  args: [arg.address(recipient)],
})

const ALARM = resolveImports(
  `
import "FlowTransactionScheduler"

access(all) contract Alarm {
    access(all) resource Handler: FlowTransactionScheduler.TransactionHandler {
        access(FlowTransactionScheduler.Execute) fun executeTransaction(id: UInt64, data: AnyStruct?) {}
    }
    access(all) fun createHandler(): @Handler { return <- create Handler() }
}`,
  'local',
)

/** A contract with a handler that the scheduler can run, and an update that adds a comment. */
export const deployAlarm = (): CadenceCall => addContract({ name: 'Alarm', code: ALARM })
export const updateAlarm = (): CadenceCall =>
  updateContract({ name: 'Alarm', code: `${ALARM}\n// Rings once.` })

/** Schedules one run of the owner's alarm in an hour. */
export const scheduleAlarm = (owner: Address): CadenceCall => ({
  name: 'schedule_alarm',
  cadence: `
import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"
import Alarm from ${owner}

transaction {
    prepare(owner: auth(Storage, Capabilities) &Account) {
        owner.storage.save(<- Alarm.createHandler(), to: /storage/alarm)
        let fees <- owner.storage
            .borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
            .withdraw(amount: 1.0) as! @FlowToken.Vault
        let booked <- FlowTransactionScheduler.schedule(
            handlerCap: owner.capabilities.storage
                .issue<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>(/storage/alarm),
            data: nil,
            timestamp: UFix64(UInt64(getCurrentBlock().timestamp)) + 3600.0,
            priority: FlowTransactionScheduler.Priority.Medium,
            executionEffort: 1000,
            fees: <- fees
        )
        owner.storage.save(<- booked, to: /storage/alarmBooked)
    }
}`,
  args: [],
})

/** Cancels the alarm; the scheduler returns half of its fee. */
export const cancelAlarm = (): CadenceCall => ({
  name: 'cancel_alarm',
  cadence: `
import "FlowToken"
import "FlowTransactionScheduler"

transaction {
    prepare(owner: auth(LoadValue, BorrowValue) &Account) {
        let booked <- owner.storage.load<@FlowTransactionScheduler.ScheduledTransaction>(from: /storage/alarmBooked)!
        owner.storage.borrow<&FlowToken.Vault>(from: /storage/flowTokenVault)!
            .deposit(from: <- FlowTransactionScheduler.cancel(scheduledTx: <- booked))
    }
}`,
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
