import "DharmaScore"
import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"

/// Recurring rechecks of flagged and watched addresses. For each one a scheduled transaction runs again and
/// again, as often as the lowest published level asks for; it schedules its next run first and then announces that a
/// recheck is due, upon which the server computes and publishes. Runs are paid from the fund of this contract.
///
/// The scheduler calls a run executed even when it panicked, and nothing runs it again: `overdue` finds such
/// addresses and `revive` runs them again.
access(all) contract DharmaRecheck {

    /// Watches and unwatches addresses.
    access(all) entitlement Watch
    /// Appoints and dismisses watchers.
    access(all) entitlement Appoint
    /// Changes the effort of a run and withdraws from the fund.
    access(all) entitlement Operate

    access(all) let operatorStoragePath: StoragePath
    access(all) let handlerStoragePath: StoragePath
    /// Where a watcher keeps the capability it claimed from the inbox.
    access(all) let watcherStoragePath: StoragePath

    access(all) event WatcherAppointed(watcher: Address)
    access(all) event WatcherDismissed(watcher: Address)
    access(all) event WatchStarted(address: Address, watcher: Address)
    access(all) event WatchEnded(address: Address, refund: UFix64)
    access(all) event RunScheduled(address: Address, runId: UInt64, dueAt: UFix64, fee: UFix64, fundAfter: UFix64)
    /// No run could be scheduled; `revive` schedules one when the cause is gone.
    access(all) event RunNotScheduled(address: Address, cause: String)
    access(all) event RecheckDue(address: Address, runId: UInt64, dueAt: UFix64, nextDueAt: UFix64?)
    access(all) event Revived(address: Address, dueAtBefore: UFix64)
    access(all) event Funded(amount: UFix64, fundAfter: UFix64)
    access(all) event FundWithdrawn(amount: UFix64, fundAfter: UFix64)
    access(all) event ExecutionEffortChanged(before: UInt64, after: UInt64)

    /// One watched address, and its scheduled run.
    access(all) resource Entry {
        access(all) let address: Address
        /// When the next run is due, or was.
        access(all) var dueAt: UFix64
        access(self) var run: @FlowTransactionScheduler.ScheduledTransaction?

        init(address: Address) {
            self.address = address
            self.dueAt = getCurrentBlock().timestamp
            self.run <- nil
        }

        access(all) view fun runId(): UInt64? {
            return self.run?.id
        }

        access(contract) fun replaceRun(_ run: @FlowTransactionScheduler.ScheduledTransaction) {
            self.dueAt = run.timestamp
            let before <- self.run <- run
            destroy before
        }

        /// The scheduled run when it can still be cancelled.
        access(contract) fun takeWaitingRun(): @FlowTransactionScheduler.ScheduledTransaction? {
            if self.run?.status() != FlowTransactionScheduler.Status.Scheduled {
                return nil
            }
            let run <- self.run <- nil
            return <- run
        }
    }

    /// What the scheduler calls.
    access(all) resource Handler: FlowTransactionScheduler.TransactionHandler {
        access(FlowTransactionScheduler.Execute) fun executeTransaction(id: UInt64, data: AnyStruct?) {
            DharmaRecheck.run(data as! Address, runId: id)
        }
    }

    /// Stored in this contract's account; the watcher holds a capability to it, so that dismissal ends it at once.
    access(all) resource Watcher {
        access(all) let watcher: Address

        init(watcher: Address) {
            self.watcher = watcher
        }

        access(Watch) fun watch(address: Address) {
            pre {
                DharmaRecheck.entries[address] == nil: "DharmaRecheck: \(address) is watched already"
                DharmaRecheck.entries.length < DharmaRecheck.capacity():
                    "DharmaRecheck: \(DharmaRecheck.capacity()) addresses are watched already"
            }
            DharmaRecheck.entries[address] <-! create Entry(address: address)
            emit WatchStarted(address: address, watcher: self.watcher)
            DharmaRecheck.scheduleRun(address, after: DharmaRecheck.getRecheckInterval(address))
        }

        /// Ends the rechecks; what the scheduler gives back of the fee returns to the fund.
        access(Watch) fun unwatch(address: Address) {
            DharmaRecheck.end(address)
        }
    }

    access(all) resource Operator {
        /// Puts a capability to watch into the inbox of an account.
        access(Appoint) fun appoint(watcher: Address) {
            let path = DharmaRecheck.buildStoragePath(watcher: watcher)
            let account = DharmaRecheck.account
            assert(
                account.storage.type(at: path) == nil,
                message: "DharmaRecheck.appoint: \(watcher) is a watcher already"
            )
            account.storage.save(<- create Watcher(watcher: watcher), to: path)
            let capability = account.capabilities.storage.issue<auth(Watch) &Watcher>(path)
            account.inbox.publish(capability, name: DharmaRecheck.getInboxName(watcher: watcher), recipient: watcher)
            emit WatcherAppointed(watcher: watcher)
        }

        /// Ends the power of a watcher at once.
        access(Appoint) fun dismiss(watcher: Address) {
            let path = DharmaRecheck.buildStoragePath(watcher: watcher)
            for controller in DharmaRecheck.account.capabilities.storage.getControllers(forPath: path) {
                controller.delete()
            }
            destroy DharmaRecheck.account.storage.load<@Watcher>(from: path)
                ?? panic("DharmaRecheck.dismiss: \(watcher) is not a watcher")
            emit WatcherDismissed(watcher: watcher)
        }

        /// Sets what one run may cost in computation; the scheduler takes 100 to 2,500 at low priority.
        access(Operate) fun setExecutionEffort(_ executionEffort: UInt64) {
            pre {
                executionEffort >= 100 && executionEffort <= 2500: "DharmaRecheck: The effort \(executionEffort) is not 100 to 2500"
            }
            emit ExecutionEffortChanged(before: DharmaRecheck.executionEffort, after: executionEffort)
            DharmaRecheck.executionEffort = executionEffort
        }

        access(Operate) fun withdrawFund(amount: UFix64): @{FungibleToken.Vault} {
            let taken <- DharmaRecheck.fund.withdraw(amount: amount)
            emit FundWithdrawn(amount: amount, fundAfter: DharmaRecheck.fund.balance)
            return <- taken
        }
    }

    /// Computation that a run may use.
    access(all) var executionEffort: UInt64

    access(self) let entries: @{Address: Entry}
    access(self) let fund: @FlowToken.Vault
    access(self) let handler: Capability<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>

    /// Most addresses that can be watched at a time.
    access(all) view fun capacity(): Int {
        return 500
    }

    /// How late a run may be before it counts as overdue, in seconds.
    access(all) view fun grace(): UFix64 {
        return 600.0
    }

    /// How much later than planned a run may be scheduled, in seconds.
    access(all) view fun spread(): UInt64 {
        return 600
    }

    /// How many seconds within the spread are tried.
    access(all) view fun tries(): Int {
        return 12
    }

    access(self) view fun priority(): FlowTransactionScheduler.Priority {
        return FlowTransactionScheduler.Priority.Low
    }

    access(all) view fun borrowEntry(_ address: Address): &Entry? {
        return &self.entries[address]
    }

    access(all) view fun watched(): [Address] {
        return self.entries.keys
    }

    access(all) view fun fundBalance(): UFix64 {
        return self.fund.balance
    }

    /// Seconds between rechecks, by the lowest level of the live publishers: HIGH_RISK 1 h, SUSPICIOUS 6 h, any other 24 h.
    access(all) view fun getRecheckInterval(_ address: Address): UFix64 {
        switch DharmaScore.lowest(address)?.level {
            case DharmaScore.Level.highRisk:
                return 3600.0
            case DharmaScore.Level.suspicious:
                return 21600.0
        }
        return 86400.0
    }

    access(all) view fun isOverdue(_ address: Address): Bool {
        if let entry = self.borrowEntry(address) {
            return getCurrentBlock().timestamp > entry.dueAt + self.grace()
        }
        return false
    }

    /// The watchdog: addresses whose run did not schedule the next one in time.
    access(all) view fun overdue(): [Address] {
        return self.entries.keys.filter(self.isOverdue)
    }

    access(all) fun deposit(from: @{FungibleToken.Vault}) {
        let amount = from.balance
        self.fund.deposit(from: <- from)
        emit Funded(amount: amount, fundAfter: self.fund.balance)
    }

    /// Schedules the recheck of an overdue address for now; anyone may call it.
    access(all) fun revive(_ address: Address) {
        pre {
            self.isOverdue(address): "DharmaRecheck: \(address) is not overdue"
        }
        emit Revived(address: address, dueAtBefore: self.existing(address).dueAt)
        self.cancelWaitingRun(address)
        // The scheduler takes whole seconds after the time of the block.
        self.scheduleRun(address, after: 1.0)
    }

    access(contract) fun run(_ address: Address, runId: UInt64) {
        let entry = self.existing(address)
        assert(entry.runId() == runId, message: "DharmaRecheck: Run \(runId) of \(address) was replaced")
        let dueAt = entry.dueAt
        self.scheduleRun(address, after: self.getRecheckInterval(address))
        emit RecheckDue(
            address: address,
            runId: runId,
            dueAt: dueAt,
            nextDueAt: entry.dueAt == dueAt ? nil : entry.dueAt
        )
    }

    /// Schedules the next run when that is possible; it does not panic, for an empty fund must not lose this recheck.
    access(contract) fun scheduleRun(_ address: Address, after: UFix64) {
        let planned = getCurrentBlock().timestamp + after
        let dueAt = self.findFreeSecond(planned)
        if dueAt == nil {
            emit RunNotScheduled(address: address, cause: "The scheduler has no room near \(planned)")
            return
        }
        let estimate = FlowTransactionScheduler.estimate(
            data: address,
            timestamp: dueAt!,
            priority: self.priority(),
            executionEffort: self.executionEffort
        )
        // Some versions of the scheduler give an error beside the fee at low priority: only a missing fee is an obstacle.
        let fee = estimate.flowFee ?? UFix64.max
        if fee > self.fund.balance {
            let shortage = "The fee of \(fee) is above the fund of \(self.fund.balance)"
            emit RunNotScheduled(address: address, cause: estimate.flowFee == nil ? estimate.error ?? shortage : shortage)
            return
        }
        let run <- FlowTransactionScheduler.schedule(
            handlerCap: self.handler,
            data: address,
            timestamp: dueAt!,
            priority: self.priority(),
            executionEffort: self.executionEffort,
            fees: <- (self.fund.withdraw(amount: fee) as! @FlowToken.Vault)
        )
        emit RunScheduled(address: address, runId: run.id, dueAt: run.timestamp, fee: fee, fundAfter: self.fund.balance)
        self.existing(address).replaceRun(<- run)
    }

    /// The planned second, or one of the spread by chance: many runs for one second scatter, and nobody can fill just
    /// those that will be tried. The scheduler by itself searches second after second for room, so that whoever fills
    /// many of them in a row could stop every transaction that schedules a run.
    access(self) fun findFreeSecond(_ planned: UFix64): UFix64? {
        var second = planned
        var tried = 0
        while tried < self.tries() {
            if FlowTransactionScheduler.getSlotAvailableEffort(timestamp: second, priority: self.priority()) >= self.executionEffort {
                return second
            }
            second = planned + UFix64(revertibleRandom<UInt64>(modulo: self.spread()) + 1)
            tried = tried + 1
        }
        return nil
    }

    access(contract) fun end(_ address: Address) {
        let before = self.fund.balance
        self.cancelWaitingRun(address)
        destroy self.entries.remove(key: address)
        emit WatchEnded(address: address, refund: self.fund.balance - before)
    }

    access(self) fun cancelWaitingRun(_ address: Address) {
        if let run <- self.existing(address).takeWaitingRun() {
            self.fund.deposit(from: <- FlowTransactionScheduler.cancel(scheduledTx: <- run))
        }
    }

    access(contract) view fun existing(_ address: Address): &Entry {
        return self.borrowEntry(address) ?? panic("DharmaRecheck: \(address) is not watched")
    }

    /// Under which name the inbox of an account holds its power to act.
    access(all) view fun getInboxName(watcher: Address): String {
        return "dharmaRecheckWatcher_\(watcher)"
    }

    access(contract) view fun buildStoragePath(watcher: Address): StoragePath {
        return StoragePath(identifier: self.getInboxName(watcher: watcher))!
    }

    init() {
        self.operatorStoragePath = /storage/dharmaRecheckOperator
        self.handlerStoragePath = /storage/dharmaRecheckHandler
        self.watcherStoragePath = /storage/dharmaRecheckWatcher
        self.executionEffort = 1000
        self.entries <- {}
        self.fund <- FlowToken.createEmptyVault(vaultType: Type<@FlowToken.Vault>())
        self.account.storage.save(<- create Operator(), to: self.operatorStoragePath)
        self.account.storage.save(<- create Handler(), to: self.handlerStoragePath)
        self.handler = self.account.capabilities.storage
            .issue<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>(
                self.handlerStoragePath
            )
    }
}
