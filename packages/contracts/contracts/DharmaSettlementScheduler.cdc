import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaRecheck"
import "DharmaSchedulerQuote"
import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"

/// Settles in time what anybody may settle at any time: proposals when their voting or their approval ends, marks
/// when a freeze or the clock of an appeal ends. For each there is one booked run, paid from the fund of this
/// contract; a run settles, and books the next one when there is more to come.
///
/// Nothing depends on it. Booking never panics, so that an empty fund stops no proposal and no appeal, and what no
/// run has settled holds in every view all the same.
access(all) contract DharmaSettlementScheduler {

    /// Takes back what lies in the fund.
    access(all) entitlement Operate

    access(all) let operatorStoragePath: StoragePath
    access(all) let handlerStoragePath: StoragePath

    /// `matter` is 'proposal' or 'marks', a space, and the number or the address.
    access(all) event RunScheduled(jobKey: String, runId: UInt64, dueAt: UFix64, fee: UFix64, fundAfter: UFix64)
    /// No run could be booked; anyone may book one when the cause is gone.
    access(all) event RunNotScheduled(jobKey: String, cause: String)
    /// A run has settled the matter.
    access(all) event RunExecuted(jobKey: String, runId: UInt64)
    access(all) event Funded(amount: UFix64, fundAfter: UFix64)
    access(all) event FundWithdrawn(amount: UFix64, fundAfter: UFix64)

    access(all) struct ScheduledRun {
        access(all) let runId: UInt64
        access(all) let dueAt: UFix64

        view init(runId: UInt64, dueAt: UFix64) {
            self.runId = runId
            self.dueAt = dueAt
        }
    }

    /// What the scheduler calls.
    access(all) resource Handler: FlowTransactionScheduler.TransactionHandler {
        access(FlowTransactionScheduler.Execute) fun executeTransaction(id: UInt64, data: AnyStruct?) {
            if let proposalId = data as? UInt64 {
                DharmaSettlementScheduler.settleProposal(proposalId, runId: id)
            } else {
                DharmaSettlementScheduler.settleProtection(data as! Address, runId: id)
            }
        }
    }

    access(all) resource Operator {
        access(Operate) fun withdrawFund(amount: UFix64): @{FungibleToken.Vault} {
            let taken <- DharmaSettlementScheduler.fund.withdraw(amount: amount)
            emit FundWithdrawn(amount: amount, fundAfter: DharmaSettlementScheduler.fund.balance)
            return <- taken
        }
    }

    /// Most runs that are booked at a time, whoever floods the chain with proposals.
    access(all) let capacity: Int
    /// How many votes of an old proposal a run forgets.
    access(all) let votesPruned: Int
    /// How late a run may be before another may take its place, in seconds.
    access(all) let grace: UFix64

    access(self) let scheduledRuns: {String: ScheduledRun}
    access(self) let fund: @FlowToken.Vault
    access(self) let handler: Capability<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>

    /// The booked runs, by matter.
    access(all) view fun getScheduledRuns(): {String: ScheduledRun} {
        return self.scheduledRuns
    }

    access(all) view fun fundBalance(): UFix64 {
        return self.fund.balance
    }

    access(all) fun deposit(from: @{FungibleToken.Vault}) {
        let amount = from.balance
        self.fund.deposit(from: <- from)
        emit Funded(amount: amount, fundAfter: self.fund.balance)
    }

    /// Books the next run for a proposal when there is more to come and none is booked; anyone may call it.
    access(all) fun scheduleProposal(_ id: UInt64) {
        self.scheduleNextRun(self.buildProposalKey(id), data: id, changesAt: self.proposalChangesAt(id))
    }

    /// Books the next run for the marks of an address when there is more to come and none is booked; anyone may
    /// call it.
    access(all) fun scheduleProtection(_ address: Address) {
        self.scheduleNextRun(self.buildProtectionKey(address), data: address, changesAt: self.protectionChangesAt(address))
    }

    /// When time next changes what is recorded of a proposal; nil when it does not.
    access(all) view fun proposalChangesAt(_ id: UInt64): UFix64? {
        if let proposal = DharmaGovernance.borrowProposal(id) {
            switch proposal.storedStatus {
                case DharmaProposals.Status.pending:
                    return proposal.votingEndsAt
                case DharmaProposals.Status.active:
                    return proposal.votingEndsAt
                case DharmaProposals.Status.approved:
                    return proposal.executableUntil
            }
        }
        return nil
    }

    /// When time next changes what is recorded of the flags, freezes and appeals of an address; nil when it does not.
    access(all) view fun protectionChangesAt(_ address: Address): UFix64? {
        return DharmaProtection.borrowRecord(address)?.getNextChange() ?? nil
    }

    access(contract) fun settleProposal(_ id: UInt64, runId: UInt64) {
        if DharmaGovernance.borrowProposal(id) != nil {
            DharmaGovernance.settle(id)
        }
        self.finish(self.buildProposalKey(id), runId: runId)
        self.scheduleProposal(id)
        let _ = DharmaGovernance.pruneOldest(limit: self.votesPruned)
    }

    access(contract) fun settleProtection(_ address: Address, runId: UInt64) {
        DharmaProtection.settle(address)
        self.finish(self.buildProtectionKey(address), runId: runId)
        self.scheduleProtection(address)
    }

    access(self) fun finish(_ jobKey: String, runId: UInt64) {
        if self.scheduledRuns[jobKey]?.runId == runId {
            self.scheduledRuns[jobKey] = nil
        }
        emit RunExecuted(jobKey: jobKey, runId: runId)
    }

    access(self) fun scheduleNextRun(_ jobKey: String, data: AnyStruct, changesAt: UFix64?) {
        if self.isInTime(self.scheduledRuns[jobKey], changesAt) {
            return
        }
        self.scheduledRuns[jobKey] = nil
        if let time = changesAt {
            let quote = DharmaSchedulerQuote.quote(
                data: data,
                notBefore: self.secondAfter(time),
                executionEffort: DharmaRecheck.executionEffort,
                budget: self.fund.balance
            )
            let isFull = self.scheduledRuns.length >= self.capacity
            if let cause = isFull ? "\(self.capacity) runs are booked already" : quote.obstacle {
                emit RunNotScheduled(jobKey: jobKey, cause: cause)
            } else {
                self.schedule(jobKey, data: data, quote: quote)
            }
        }
    }

    access(self) fun schedule(_ jobKey: String, data: AnyStruct, quote: DharmaSchedulerQuote.Quote) {
        let run <- FlowTransactionScheduler.schedule(
            handlerCap: self.handler,
            data: data,
            timestamp: quote.dueAt,
            priority: DharmaSchedulerQuote.priority,
            executionEffort: DharmaRecheck.executionEffort,
            fees: <- (self.fund.withdraw(amount: quote.fee) as! @FlowToken.Vault)
        )
        self.scheduledRuns[jobKey] = ScheduledRun(runId: run.id, dueAt: run.timestamp)
        emit RunScheduled(jobKey: jobKey, runId: run.id, dueAt: run.timestamp, fee: quote.fee, fundAfter: self.fund.balance)
        destroy run
    }

    /// Whether a run is booked that is not late, and comes soon enough: nobody can have another one booked, and
    /// paid, by asking again.
    access(self) view fun isInTime(_ scheduledRun: ScheduledRun?, _ changesAt: UFix64?): Bool {
        let dueAt = scheduledRun?.dueAt ?? 0.0
        return getCurrentBlock().timestamp <= dueAt + self.grace
            && dueAt <= self.secondAfter(changesAt ?? dueAt) + self.grace
    }

    /// A whole second that is past a time and still to come: the scheduler cuts off fractions.
    access(self) view fun secondAfter(_ time: UFix64): UFix64 {
        let now = getCurrentBlock().timestamp
        return (time > now ? time : now) + 1.0
    }

    access(self) view fun buildProposalKey(_ id: UInt64): String {
        return "proposal \(id)"
    }

    access(self) view fun buildProtectionKey(_ address: Address): String {
        return "marks \(address)"
    }

    init() {
        self.operatorStoragePath = /storage/dharmaSettlementSchedulerOperator
        self.handlerStoragePath = /storage/dharmaSettlementSchedulerHandler
        self.capacity = 200
        self.votesPruned = 20
        self.grace = 900.0
        self.scheduledRuns = {}
        self.fund <- FlowToken.createEmptyVault(vaultType: Type<@FlowToken.Vault>())
        self.account.storage.save(<- create Operator(), to: self.operatorStoragePath)
        self.account.storage.save(<- create Handler(), to: self.handlerStoragePath)
        self.handler = self.account.capabilities.storage
            .issue<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>(
                self.handlerStoragePath
            )
    }
}
