/// How long the records that one publisher published about an address have stood. A record below `breakBelowTenths` is a
/// break, however short it stands. A standing has constant size: what counts of the past is its last run of seven days.
access(all) contract DharmaStanding {

    /// 55 points, in tenths.
    access(all) view fun breakBelowTenths(): UInt64 {
        return 550
    }

    /// How long records must stand: 7 days, in seconds.
    access(all) view fun minTime(): UFix64 {
        return 604800.0
    }

    /// A time without a break, from its first record to the break that ended it.
    access(all) struct Run {
        access(all) let since: UFix64
        /// When the break before it ended; 0 when there was none.
        access(all) let brokenUntil: UFix64
        access(all) let until: UFix64

        access(contract) view init(since: UFix64, brokenUntil: UFix64, until: UFix64) {
            self.since = since
            self.brokenUntil = brokenUntil
            self.until = until
        }
    }

    access(all) struct Standing {
        /// Time of the first record since the last break; nil while the latest record is a break.
        access(all) let since: UFix64?
        /// When the last break ended; 0 when there was none.
        access(all) let brokenUntil: UFix64
        /// The last run that a break ended and before which nothing was broken for seven days.
        access(all) let lastRun: Run?

        access(contract) view init(since: UFix64?, brokenUntil: UFix64, lastRun: Run?) {
            self.since = since
            self.brokenUntil = brokenUntil
            self.lastRun = lastRun
        }

        /// Whether the records had stood for seven days at a time, now or in the past.
        access(all) view fun hadStood(at time: UFix64): Bool {
            if let since = self.since {
                if since <= time.saturatingSubtract(DharmaStanding.minTime()) {
                    return true
                }
            }
            if let run = self.lastRun {
                return time < run.until && run.since <= time.saturatingSubtract(DharmaStanding.minTime())
            }
            return false
        }

        /// Whether no record was a break within the seven days before a time, now or in the past.
        access(all) view fun wasUnbroken(at time: UFix64): Bool {
            if self.since != nil && self.brokenUntil <= time.saturatingSubtract(DharmaStanding.minTime()) {
                return true
            }
            if let run = self.lastRun {
                return time < run.until && run.brokenUntil <= time.saturatingSubtract(DharmaStanding.minTime())
            }
            return false
        }

        /// The standing after a record that the same publisher publishes now.
        access(all) view fun next(scoreTenths: UInt64): Standing {
            let now = getCurrentBlock().timestamp
            let isBreak = scoreTenths < DharmaStanding.breakBelowTenths()
            if isBreak == (self.since == nil) {
                return self
            }
            if !isBreak {
                return Standing(since: now, brokenUntil: now, lastRun: self.lastRun)
            }
            let isRun = self.brokenUntil <= now.saturatingSubtract(DharmaStanding.minTime())
            let run = Run(since: self.since!, brokenUntil: self.brokenUntil, until: now)
            return Standing(since: nil, brokenUntil: self.brokenUntil, lastRun: isRun ? run : self.lastRun)
        }
    }

    /// The standing after the first record of a publisher, published now. Before it nothing was broken.
    access(account) view fun first(scoreTenths: UInt64): Standing {
        let now = getCurrentBlock().timestamp
        return scoreTenths < self.breakBelowTenths()
            ? Standing(since: nil, brokenUntil: 0.0, lastRun: Run(since: now, brokenUntil: 0.0, until: now))
            : Standing(since: now, brokenUntil: 0.0, lastRun: nil)
    }
}
