import "DharmaSettlementScheduler"

/// When the booked runs are due, in Unix seconds, by matter: 'proposal 7', 'marks 0x…'.
access(all) fun main(): {String: UFix64} {
    let dueAt: {String: UFix64} = {}
    let scheduledRuns = DharmaSettlementScheduler.getScheduledRuns()
    for jobKey in scheduledRuns {
        dueAt[jobKey] = scheduledRuns[jobKey]!.dueAt
    }
    return dueAt
}
