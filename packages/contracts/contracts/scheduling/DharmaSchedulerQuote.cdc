import "FlowTransactionScheduler"

/// Finds a time for a scheduled run, and its price, in bounded work. The scheduler by itself searches second after
/// second for room, so that whoever fills many of them in a row could stop every transaction that books a run.
access(all) contract DharmaSchedulerQuote {

    /// When a run can be due and what it costs, or why it cannot be booked.
    access(all) struct Quote {
        access(all) let dueAt: UFix64
        access(all) let fee: UFix64
        access(all) let obstacle: String?

        access(contract) view init(dueAt: UFix64, fee: UFix64, obstacle: String?) {
            self.dueAt = dueAt
            self.fee = fee
            self.obstacle = obstacle
        }
    }

    access(all) view fun priority(): FlowTransactionScheduler.Priority {
        return FlowTransactionScheduler.Priority.Low
    }

    /// How much later than asked for a run may be due, in seconds.
    access(all) view fun spread(): UInt64 {
        return 600
    }

    /// How many seconds within the spread are tried.
    access(all) view fun tries(): Int {
        return 12
    }

    /// A quote for a run with this data and computation, at `notBefore` or, when others fill that second, soon after.
    access(account) fun quote(data: AnyStruct, notBefore: UFix64, executionEffort: UInt64, budget: UFix64): Quote {
        let dueAt = self.freeSecond(notBefore: notBefore, executionEffort: executionEffort)
        if dueAt == nil {
            return Quote(dueAt: notBefore, fee: 0.0, obstacle: "The scheduler has no room near \(notBefore)")
        }
        let estimate = FlowTransactionScheduler.estimate(
            data: data,
            timestamp: dueAt!,
            priority: self.priority(),
            executionEffort: executionEffort
        )
        // Some versions of the scheduler give an error beside the fee at low priority: only a missing fee is an obstacle.
        let fee = estimate.flowFee ?? UFix64.max
        let shortage = "The fee of \(fee) is above the fund of \(budget)"
        return Quote(
            dueAt: dueAt!,
            fee: fee,
            obstacle: fee <= budget ? nil : estimate.flowFee == nil ? estimate.error : shortage
        )
    }

    /// The second asked for, or one of the spread by chance: many runs for one second scatter, and nobody can fill
    /// just those that will be tried.
    access(self) fun freeSecond(notBefore: UFix64, executionEffort: UInt64): UFix64? {
        var second = notBefore
        var tried = 0
        while tried < self.tries() {
            if FlowTransactionScheduler.getSlotAvailableEffort(timestamp: second, priority: self.priority()) >= executionEffort {
                return second
            }
            second = notBefore + UFix64(revertibleRandom<UInt64>(modulo: self.spread()) + 1)
            tried = tried + 1
        }
        return nil
    }
}
