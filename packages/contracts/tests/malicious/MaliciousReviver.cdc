import "DharmaRecheck"
import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"

/// MALICIOUS: a scheduled run that revives a recheck in the very block in which the late run of that recheck comes.
access(all) contract MaliciousReviver {

    access(all) resource Handler: FlowTransactionScheduler.TransactionHandler {
        access(FlowTransactionScheduler.Execute) fun executeTransaction(id: UInt64, data: AnyStruct?) {
            DharmaRecheck.revive(data as! Address)
        }
    }

    /// Runs before every recheck that is due in the same block.
    access(all) fun schedule(_ address: Address, at: UFix64) {
        let vault = self.account.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        destroy FlowTransactionScheduler.schedule(
            handlerCap: self.account.capabilities.storage
                .issue<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>(
                    /storage/maliciousReviver
                ),
            data: address,
            timestamp: at,
            priority: FlowTransactionScheduler.Priority.High,
            executionEffort: 9000,
            fees: <- (vault.withdraw(amount: 1.0) as! @FlowToken.Vault)
        )
    }

    init() {
        self.account.storage.save(<- create Handler(), to: /storage/maliciousReviver)
    }
}
