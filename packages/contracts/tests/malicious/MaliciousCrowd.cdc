import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"

/// MALICIOUS: fills seconds of the scheduler, to the last of their room, with runs that do nothing.
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
                destroy FlowTransactionScheduler.schedule(
                    handlerCap: self.handler,
                    data: nil,
                    timestamp: time,
                    priority: low,
                    executionEffort: room,
                    fees: <- (vault.withdraw(amount: fee) as! @FlowToken.Vault)
                )
            }
            second = second + 1
        }
    }

    init() {
        self.account.storage.save(<- create Handler(), to: /storage/maliciousCrowd)
        self.handler = self.account.capabilities.storage
            .issue<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>(/storage/maliciousCrowd)
    }
}
