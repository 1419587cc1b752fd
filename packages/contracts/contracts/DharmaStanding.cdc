/// How long the published records of an address have stood without a break. A record below `breakBelowTenths` is a
/// break, however short it stands. The breaks of a publisher that is dismissed count as never made. For that a
/// standing holds, in constant size, what it would be without the breaks of the last breaker; no history is searched.
access(all) contract DharmaStanding {

    /// 55 points, in tenths.
    access(all) let breakBelowTenths: UInt64

    access(all) struct Standing {
        /// Time of the first record since the last break; nil while the latest record is a break.
        access(all) let since: UFix64?
        /// What `since` would be without the breaks of `breaker`; nil when others had broken it already.
        access(all) let sinceWithoutBreaker: UFix64?
        /// Publisher of the last break; nil when there was none.
        access(all) let breaker: Address?

        view init(since: UFix64?, sinceWithoutBreaker: UFix64?, breaker: Address?) {
            self.since = since
            self.sinceWithoutBreaker = sinceWithoutBreaker
            self.breaker = breaker
        }

        /// Since when the records stand where the breaks of a dismissed breaker count as never made.
        access(all) view fun getSince(isBreakerDismissed: Bool): UFix64? {
            return isBreakerDismissed ? self.sinceWithoutBreaker ?? self.since : self.since
        }

        /// The standing after a record that is published now.
        access(all) view fun next(scoreTenths: UInt64, publisher: Address, isBreakerDismissed: Bool): Standing {
            if scoreTenths >= DharmaStanding.breakBelowTenths {
                return Standing(
                    since: self.since ?? getCurrentBlock().timestamp,
                    sinceWithoutBreaker: self.sinceWithoutBreaker,
                    breaker: self.breaker
                )
            }
            // Several breaks of one publisher count as one. A break of another publisher while none of them is
            // dismissed makes the break its own: then nothing stands without it either.
            let isSameBreaker = publisher == self.breaker && self.sinceWithoutBreaker != nil
            return Standing(
                since: nil,
                sinceWithoutBreaker: isSameBreaker
                    ? self.sinceWithoutBreaker
                    : self.getSince(isBreakerDismissed: isBreakerDismissed),
                breaker: publisher
            )
        }
    }

    init() {
        self.breakBelowTenths = 550
    }
}
