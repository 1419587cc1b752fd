/// The publisher rules of the governance model, for one wallet: the branches stand as in the model, written apart from
/// the contracts. A record of 55 points and more stands, one of 60 lets its wallet vote.
access(all) struct PublisherModel {
    access(all) var tenths: UInt64?
    access(all) var publisher: Address?
    access(all) var publishedAt: UFix64
    access(all) var evidence: String
    access(all) var good: UFix64?
    access(all) var held: UFix64?
    access(all) var breaker: Address?

    init() {
        self.tenths = nil
        self.publisher = nil
        self.publishedAt = 0.0
        self.evidence = ""
        self.good = nil
        self.held = nil
        self.breaker = nil
    }

    /// Whether other factors on the evidence of the latest record are refused.
    access(all) view fun refuses(_ tenths: UInt64, _ evidence: String, _ dismissed: {Address: Bool}): Bool {
        return self.tenths != nil && evidence == self.evidence && tenths != self.tenths!
            && dismissed[self.publisher!] == nil
    }

    access(all) fun publish(
        _ tenths: UInt64,
        _ publisher: Address,
        _ evidence: String,
        _ now: UFix64,
        _ dismissed: {Address: Bool}
    ) {
        let isBad = tenths < 550
        let wasBad = self.tenths == nil || self.tenths! < 550
        let isBreakerDismissed = self.breaker != nil && dismissed[self.breaker!] != nil
        if isBad && !wasBad {
            if self.breaker != publisher || self.held == nil {
                let before = self.held
                self.held = self.good
                if isBreakerDismissed && before != nil {
                    self.held = before
                }
                self.breaker = publisher
            }
            self.good = nil
        } else if isBad && self.breaker != publisher {
            if !isBreakerDismissed {
                self.held = nil
            }
            self.breaker = publisher
        } else if !isBad && wasBad {
            self.good = now
        }
        self.tenths = tenths
        self.publisher = publisher
        self.evidence = evidence
        self.publishedAt = now
    }

    /// Whether the breaks of a dismissed publisher count as never made for it.
    access(all) view fun isHeld(_ dismissed: {Address: Bool}): Bool {
        return self.held != nil && self.breaker != nil && dismissed[self.breaker!] != nil
    }

    access(all) view fun isEligible(_ now: UFix64, _ dismissed: {Address: Bool}): Bool {
        if self.tenths == nil || self.tenths! < 600 || now - self.publishedAt > 86400.0 || self.good == nil {
            return false
        }
        if dismissed[self.publisher!] != nil {
            return false
        }
        let since = self.isHeld(dismissed) ? self.held! : self.good!
        return now - since >= 604800.0
    }
}
