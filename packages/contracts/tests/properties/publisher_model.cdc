/// Rules 27 to 29 for one wallet, written apart from the contracts and from the truth: it keeps every record, and looks
/// for those that matter. A record of 55 points and more stands, one of 60 lets its wallet vote.
access(all) struct PublisherModel {
    /// By publisher, the oldest first.
    access(all) let records: {Address: [Entry]}

    init() {
        self.records = {}
    }

    access(all) view fun getLast(_ publisher: Address): Entry? {
        let own = self.records[publisher] ?? []
        return own.length == 0 ? nil : own[own.length - 1]
    }

    /// Whether other factors on the evidence of this publisher's last record are refused.
    access(all) view fun refuses(_ tenths: UInt64, _ publisher: Address, _ evidence: String): Bool {
        let last = self.getLast(publisher)
        return last?.evidence == evidence && last?.tenths != tenths
    }

    access(all) fun publish(_ tenths: UInt64, _ publisher: Address, _ evidence: String, _ now: UFix64) {
        let own = self.records[publisher] ?? []
        own.append(Entry(tenths, evidence, now))
        self.records[publisher] = own
    }

    access(all) view fun isEligible(_ now: UFix64, _ live: [Address]): Bool {
        if !self.wasUncontradicted(now, live) {
            return false
        }
        for publisher in live {
            let last = self.getLast(publisher)
            if last != nil && last!.tenths >= 600 && now - last!.at <= 86400.0 && self.stood(now, publisher) {
                return true
            }
        }
        return false
    }

    /// Whether the records of a live publisher had stood at a past time, its record is recent now, and no live one is below 45.
    access(all) view fun isJuror(_ now: UFix64, _ accusedAt: UFix64, _ live: [Address]): Bool {
        var isJuror = false
        for publisher in live {
            let last = self.getLast(publisher)
            if last != nil && last!.tenths < 450 {
                return false
            }
            isJuror = isJuror || last != nil && now - last!.at <= 86400.0 && self.stood(accusedAt, publisher)
        }
        return isJuror && self.wasUncontradicted(accusedAt, live)
    }

    /// Whether records of a publisher stood throughout the seven days before a time.
    access(all) view fun stood(_ time: UFix64, _ publisher: Address): Bool {
        let own = self.records[publisher] ?? []
        return own.length > 0 && own[0].at + 604800.0 <= time && !self.broke(time, own)
    }

    access(all) view fun wasUncontradicted(_ time: UFix64, _ live: [Address]): Bool {
        for publisher in live {
            if self.broke(time, self.records[publisher] ?? []) {
                return false
            }
        }
        return true
    }

    /// Whether a record below 55 was the last one at some time of the seven days before a time, or at it.
    access(all) view fun broke(_ time: UFix64, _ own: [Entry]): Bool {
        for index, entry in own {
            let until = index + 1 < own.length ? own[index + 1].at : UFix64.max
            if entry.tenths < 550 && entry.at <= time && until > time - 604800.0 {
                return true
            }
        }
        return false
    }

    /// What `requireMin` answers for 55 points within a day: 0 pass, 1 fail, 2 stale, 3 unknown.
    access(all) view fun getVerdict(_ now: UFix64, _ live: [Address]): UInt8 {
        var verdict: UInt8 = 3
        for publisher in live {
            if let last = self.getLast(publisher) {
                let own: UInt8 = now - last.at > 86400.0 ? 2 : last.tenths < 550 ? 1 : 0
                verdict = own == 1 || verdict == 1 ? 1 : own < verdict ? own : verdict
            }
        }
        return verdict
    }
}

access(all) struct Entry {
    access(all) let tenths: UInt64
    access(all) let evidence: String
    access(all) let at: UFix64

    init(_ tenths: UInt64, _ evidence: String, _ at: UFix64) {
        self.tenths = tenths
        self.evidence = evidence
        self.at = at
    }
}
