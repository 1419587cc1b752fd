import "FlowToken"
import "FungibleToken"
import MaliciousKeyRing from 0x0000000000000017

/// Opens a guarded vault by the key of somebody else.
transaction {

    prepare(signer: auth(BorrowValue) &Account) {
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        MaliciousKeyRing.open(
            recoveryAddress: signer.address,
            storageDeposit: <- (flow.withdraw(amount: 1.0) as! @FlowToken.Vault)
        )
    }
}
