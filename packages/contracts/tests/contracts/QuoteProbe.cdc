import "DharmaSchedulerQuote"

/// Lets a test ask for quotes, which only contracts of the same account can.
access(all) contract QuoteProbe {

    access(all) fun quote(notBefore: UFix64, executionEffort: UInt64, budget: UFix64): DharmaSchedulerQuote.Quote {
        return DharmaSchedulerQuote.quote(data: nil, notBefore: notBefore, executionEffort: executionEffort, budget: budget)
    }
}
