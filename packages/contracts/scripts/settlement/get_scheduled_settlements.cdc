import "DharmaSettlementScheduler"

/// When the scheduled runs are due, in Unix seconds, by job key: 'proposal 7', 'protection 0x…'.
access(all) fun main(): {String: UFix64} {
    let dueAt: {String: UFix64} = {}
    let scheduledRuns = DharmaSettlementScheduler.getScheduledRuns()
    for jobKey in scheduledRuns {
        dueAt[jobKey] = scheduledRuns[jobKey]!.dueAt
    }
    return dueAt
}
