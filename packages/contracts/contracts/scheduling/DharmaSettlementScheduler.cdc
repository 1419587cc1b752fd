import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaSchedulerQuote"
import "FlowToken"
import "FlowTransactionScheduler"
import "FungibleToken"

/// Settles in time what anyone may settle at any time: proposals and appeals when their voting ends, and freezes when
/// they end. For each there is one scheduled run, paid from the
/// fund of this contract; a run settles, and schedules the next one when there is more to come.
///
/// Nothing depends on it. Scheduling never panics, so that an empty fund stops no proposal and no appeal, and what
/// no run has settled holds in every view all the same.
access(all) contract DharmaSettlementScheduler {

    /// Changes the effort of a run and withdraws from the fund.
    access(all) entitlement Operate

    access(all) let operatorStoragePath: StoragePath
    access(all) let handlerStoragePath: StoragePath

    /// `jobKey` is 'proposal' or 'protection', a space, and the number or the address.
    access(all) event RunScheduled(
        jobKey: String,
        placeClass: UInt8,
        runId: UInt64,
        dueAt: UFix64,
        fee: UFix64,
        fundAfter: UFix64
    )
    /// No run could be scheduled; anyone may schedule one when the cause is gone.
    access(all) event RunNotScheduled(jobKey: String, placeClass: UInt8, cause: String)
    /// A run has settled the proposal, or the flags, freezes and appeals of the address.
    access(all) event RunExecuted(jobKey: String, runId: UInt64)
    access(all) event Funded(amount: UFix64, fundAfter: UFix64)
    access(all) event FundWithdrawn(amount: UFix64, fundAfter: UFix64)
    access(all) event ExecutionEffortChanged(before: UInt64, after: UInt64)

    /// What a run is for. A class may take the places of the classes before it, and none of those reserved for the
    /// classes after it.
    access(all) enum PlaceClass: UInt8 {
        /// Proposals that no eligible voter made or voted on: accounts that propose them cost nothing.
        access(all) case newborn
        /// Proposals that an eligible voter made or voted on.
        access(all) case onRecord
        /// Appeals and freezes.
        access(all) case protection
    }

    access(all) struct ScheduledRun {
        access(all) let placeClass: PlaceClass
        access(all) let runId: UInt64
        access(all) let dueAt: UFix64

        view init(placeClass: PlaceClass, runId: UInt64, dueAt: UFix64) {
            self.placeClass = placeClass
            self.runId = runId
            self.dueAt = dueAt
        }
    }

    /// What is to be settled, and when.
    access(all) struct Job {
        access(all) let key: String
        access(all) let placeClass: PlaceClass
        /// What the scheduler passes to the run: the number of a proposal, or an address.
        access(all) let data: AnyStruct
        /// When time next changes what is stored of it; nil when it does not.
        access(all) let changesAt: UFix64?

        view init(key: String, placeClass: PlaceClass, data: AnyStruct, changesAt: UFix64?) {
            self.key = key
            self.placeClass = placeClass
            self.data = data
            self.changesAt = changesAt
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
        /// Sets what one run may cost in computation; the scheduler takes 100 to 2,500 at low priority.
        access(Operate) fun setExecutionEffort(_ executionEffort: UInt64) {
            pre {
                executionEffort >= 100 && executionEffort <= 2500:
                    "DharmaSettlementScheduler: The effort \(executionEffort) is not 100 to 2500"
            }
            emit ExecutionEffortChanged(before: DharmaSettlementScheduler.executionEffort, after: executionEffort)
            DharmaSettlementScheduler.executionEffort = executionEffort
        }

        access(Operate) fun withdrawFund(amount: UFix64): @{FungibleToken.Vault} {
            let taken <- DharmaSettlementScheduler.fund.withdraw(amount: amount)
            emit FundWithdrawn(amount: amount, fundAfter: DharmaSettlementScheduler.fund.balance)
            return <- taken
        }
    }

    /// Most runs of a class, together with the classes before it, that are scheduled at a time.
    access(all) let places: {PlaceClass: Int}
    /// How many votes of an old proposal a run forgets.
    access(all) let votesPruned: Int
    /// How late a run may be before another may take its place, in seconds.
    access(all) let grace: UFix64
    /// Computation that a run may use.
    access(all) var executionEffort: UInt64

    access(self) let scheduledRuns: {String: ScheduledRun}
    /// Number of scheduled runs of each class.
    access(self) let taken: {PlaceClass: Int}
    access(self) let fund: @FlowToken.Vault
    access(self) let handler: Capability<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>

    /// The scheduled runs, by job key.
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

    /// Places that a run of this class can still take.
    access(all) view fun getFreePlaces(_ placeClass: PlaceClass): Int {
        var free = self.places[PlaceClass.protection]!
        var taken = 0
        for each in [PlaceClass.newborn, PlaceClass.onRecord, PlaceClass.protection] {
            taken = taken + self.taken[each]!
            let left = self.places[each]! - taken
            if each.rawValue >= placeClass.rawValue && left < free {
                free = left
            }
        }
        return free
    }

    /// Which places the run of a proposal may take. Neither a vote nor the right to vote can be had by opening
    /// accounts: both take a published score of 60 and seven days on record.
    access(all) view fun getProposalClass(_ id: UInt64): PlaceClass {
        if let proposal = DharmaProposals.borrowProposal(id) {
            if proposal.terms.isAppeal() {
                return PlaceClass.protection
            }
            if proposal.hasVotes() || proposal.rank != DharmaProposals.Rank.other {
                return PlaceClass.onRecord
            }
        }
        return PlaceClass.newborn
    }

    /// Schedules the run for the end of the voting on a proposal when none is scheduled; anyone may call it.
    access(all) fun scheduleProposal(_ id: UInt64) {
        self.scheduleNextRun(Job(
            key: self.buildProposalKey(id),
            placeClass: self.getProposalClass(id),
            data: id,
            changesAt: self.proposalChangesAt(id)
        ))
    }

    /// Schedules the run for the end of the freeze of an address when it has one and none is scheduled; anyone may call it.
    access(all) fun scheduleProtection(_ address: Address) {
        self.scheduleNextRun(Job(
            key: self.buildProtectionKey(address),
            placeClass: PlaceClass.protection,
            data: address,
            changesAt: self.protectionChangesAt(address)
        ))
    }

    /// When the voting on a proposal ends; nil when its outcome is recorded.
    access(all) view fun proposalChangesAt(_ id: UInt64): UFix64? {
        if let proposal = DharmaProposals.borrowProposal(id) {
            return proposal.storedOutcome == nil ? proposal.votingEndsAt : nil
        }
        return nil
    }

    /// When the freeze of an address ends; nil when none is recorded as standing.
    access(all) view fun protectionChangesAt(_ address: Address): UFix64? {
        if let record = DharmaProtection.borrowRecord(address) {
            return record.freeze != nil && record.freeze!.endedAt == nil ? record.getFreezeEnd() : nil
        }
        return nil
    }

    access(contract) fun settleProposal(_ id: UInt64, runId: UInt64) {
        self.finish(self.buildProposalKey(id), runId: runId)
        if let proposal = DharmaProposals.borrowProposal(id) {
            let target = proposal.terms.target
            DharmaGovernance.settle(id)
            self.scheduleProtection(target)
        }
        let _ = DharmaGovernance.pruneOldest(limit: self.votesPruned)
    }

    access(contract) fun settleProtection(_ address: Address, runId: UInt64) {
        DharmaProtection.settle(address)
        self.finish(self.buildProtectionKey(address), runId: runId)
        self.scheduleProtection(address)
    }

    access(self) fun finish(_ jobKey: String, runId: UInt64) {
        if self.scheduledRuns[jobKey]?.runId == runId {
            self.removeRun(jobKey)
        }
        emit RunExecuted(jobKey: jobKey, runId: runId)
    }

    access(self) fun scheduleNextRun(_ job: Job) {
        if self.isInTime(self.scheduledRuns[job.key], job.changesAt) {
            return
        }
        self.removeRun(job.key)
        if let time = job.changesAt {
            if self.getFreePlaces(job.placeClass) <= 0 {
                self.refuse(job, cause: "Every place for runs of class \(job.placeClass.rawValue) is taken")
                return
            }
            let quote = DharmaSchedulerQuote.quote(
                data: job.data,
                notBefore: self.secondAfter(time),
                executionEffort: self.executionEffort,
                budget: self.fund.balance
            )
            if let cause = quote.obstacle {
                self.refuse(job, cause: cause)
            } else {
                self.schedule(job, quote: quote)
            }
        }
    }

    access(self) fun refuse(_ job: Job, cause: String) {
        emit RunNotScheduled(jobKey: job.key, placeClass: job.placeClass.rawValue, cause: cause)
    }

    access(self) fun schedule(_ job: Job, quote: DharmaSchedulerQuote.Quote) {
        let run <- FlowTransactionScheduler.schedule(
            handlerCap: self.handler,
            data: job.data,
            timestamp: quote.dueAt,
            priority: DharmaSchedulerQuote.priority(),
            executionEffort: self.executionEffort,
            fees: <- (self.fund.withdraw(amount: quote.fee) as! @FlowToken.Vault)
        )
        self.addRun(job.key, ScheduledRun(placeClass: job.placeClass, runId: run.id, dueAt: run.timestamp))
        emit RunScheduled(
            jobKey: job.key,
            placeClass: job.placeClass.rawValue,
            runId: run.id,
            dueAt: run.timestamp,
            fee: quote.fee,
            fundAfter: self.fund.balance
        )
        destroy run
    }

    /// `taken` counts what `scheduledRuns` holds: both change here and in `removeRun` alone.
    access(self) fun addRun(_ jobKey: String, _ run: ScheduledRun) {
        self.scheduledRuns[jobKey] = run
        self.taken[run.placeClass] = self.taken[run.placeClass]! + 1
    }

    access(self) fun removeRun(_ jobKey: String) {
        if let run = self.scheduledRuns.remove(key: jobKey) {
            self.taken[run.placeClass] = self.taken[run.placeClass]! - 1
        }
    }

    /// Whether a run is scheduled that is not late, and comes soon enough: asking again does not make the fund pay
    /// for another one.
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
        return "protection \(address)"
    }

    init() {
        self.operatorStoragePath = /storage/dharmaSettlementSchedulerOperator
        self.handlerStoragePath = /storage/dharmaSettlementSchedulerHandler
        self.places = {PlaceClass.newborn: 60, PlaceClass.onRecord: 130, PlaceClass.protection: 200}
        self.votesPruned = 20
        self.grace = 900.0
        self.executionEffort = 1000
        self.scheduledRuns = {}
        self.taken = {PlaceClass.newborn: 0, PlaceClass.onRecord: 0, PlaceClass.protection: 0}
        self.fund <- FlowToken.createEmptyVault(vaultType: Type<@FlowToken.Vault>())
        self.account.storage.save(<- create Operator(), to: self.operatorStoragePath)
        self.account.storage.save(<- create Handler(), to: self.handlerStoragePath)
        self.handler = self.account.capabilities.storage
            .issue<auth(FlowTransactionScheduler.Execute) &{FlowTransactionScheduler.TransactionHandler}>(
                self.handlerStoragePath
            )
    }
}
