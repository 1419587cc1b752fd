import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"

/// MALICIOUS: fills seconds of the scheduler, to the last of their room, with runs that do nothing, and blocks with
/// more runs than one block executes.
access(all) contract MaliciousCrowd {

    access(all) resource Handler: FlowTransactionScheduler.TransactionHandler {
        access(FlowTransactionScheduler.Execute) fun executeTransaction(id: UInt64, data: AnyStruct?) {
            return
        }
    }

    access(self) let handler: Capability<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>

    access(all) fun fill(from: UFix64, seconds: Int) {
        let vault = self.account.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        let low = FlowTransactionScheduler.Priority.Low
        let fee = FlowTransactionScheduler.calculateFee(executionEffort: 2500, priority: low, dataSizeMB: 0.0)
        var second = 0
        while second < seconds {
            let time = from + UFix64(second)
            let room = FlowTransactionScheduler.getSlotAvailableEffort(timestamp: time, priority: low)
            if room > 0 {
                self.schedule(time, low, room, <- vault.withdraw(amount: fee))
            }
            second = second + 1
        }
    }

    /// So many runs for one second, of the least effort and the priority that is executed first.
    access(all) fun crowd(at: UFix64, count: Int) {
        let vault = self.account.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        let high = FlowTransactionScheduler.Priority.High
        let fee = FlowTransactionScheduler.calculateFee(executionEffort: 100, priority: high, dataSizeMB: 0.0)
        var scheduled = 0
        while scheduled < count {
            self.schedule(at, high, 100, <- vault.withdraw(amount: fee))
            scheduled = scheduled + 1
        }
    }

    access(self) fun schedule(
        _ at: UFix64,
        _ priority: FlowTransactionScheduler.Priority,
        _ effort: UInt64,
        _ fees: @{FungibleToken.Vault}
    ) {
        destroy FlowTransactionScheduler.schedule(
            handlerCap: self.handler,
            data: nil,
            timestamp: at,
            priority: priority,
            executionEffort: effort,
            fees: <- (fees as! @FlowToken.Vault)
        )
    }

    init() {
        self.account.storage.save(<- create Handler(), to: /storage/maliciousCrowd)
        self.handler = self.account.capabilities.storage
            .issue<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>(/storage/maliciousCrowd)
    }
}
