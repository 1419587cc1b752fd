import "DharmaStanding"
import "MetadataViews"
import "ViewResolver"

/// The public record of Dharma Scores. A publisher brings the six factors; the contract itself computes
/// score and level from them, with the same integer arithmetic as the off-chain engine, and keeps a
/// bounded history for each address. Each publisher has a latest record of its own; what a dismissed one published
/// counts for nothing. Any contract may ask whether an address has a good enough, recent score.
access(all) contract DharmaScore: ViewResolver {

    /// Publishes scores.
    access(all) entitlement Publish
    /// Appoints and dismisses publishers.
    access(all) entitlement Appoint

    access(all) let registrarStoragePath: StoragePath
    /// Where a publisher keeps the capability it claimed from the inbox.
    access(all) let publisherStoragePath: StoragePath

    access(all) event PublisherAppointed(publisher: Address)
    access(all) event PublisherDismissed(publisher: Address)
    /// `scoreTenthsBefore` and `levelBefore` are of the same publisher's last record, nil at its first one of an address.
    access(all) event ScorePublished(
        address: Address,
        scoreTenths: UInt64,
        scoreTenthsBefore: UInt64?,
        level: String,
        levelBefore: String?,
        factors: [UInt64],
        version: String,
        evidenceHash: String,
        blockHeight: UInt64,
        publisher: Address
    )

    /// HIGH_RISK < 30 ≤ SUSPICIOUS < 45 ≤ NORMAL < 75 ≤ TRUSTED.
    access(all) enum Level: UInt8 {
        access(all) case highRisk
        access(all) case suspicious
        access(all) case normal
        access(all) case trusted
    }

    /// Answer of `requireMin`.
    access(all) enum Verdict: UInt8 {
        access(all) case pass
        access(all) case fail
        /// Every latest record of a live publisher is older than asked for.
        access(all) case stale
        /// No live publisher has published a record.
        access(all) case unknown
    }

    /// One published score.
    access(all) struct Record {
        access(all) let address: Address
        /// Tenths of a point, 0 to 1,000.
        access(all) let scoreTenths: UInt64
        access(all) let level: Level
        /// In units of 1/10,000 and in the order of `weightPercent`.
        access(all) let factors: [UInt64]
        access(all) let version: String
        /// SHA-256 over the inputs, 64 hex digits in lower case.
        access(all) let evidenceHash: String
        /// Height up to which the chain was read for this score.
        access(all) let blockHeight: UInt64
        access(all) let publishedAt: UFix64
        access(all) let publisher: Address

        access(contract) view init(address: Address, factors: [UInt64], version: String, evidenceHash: String, blockHeight: UInt64, publisher: Address) {
            self.address = address
            self.scoreTenths = DharmaScore.toScoreTenths(sum: DharmaScore.getWeightedSum(factors))
            self.level = DharmaScore.toLevel(scoreTenths: self.scoreTenths)
            self.factors = factors
            self.version = version
            self.evidenceHash = evidenceHash
            self.blockHeight = blockHeight
            self.publishedAt = getCurrentBlock().timestamp
            self.publisher = publisher
        }
    }

    /// The latest record of one publisher about an address, and how long that publisher's records have stood.
    access(all) struct Assessment {
        access(all) let record: Record
        access(all) let standing: DharmaStanding.Standing

        access(contract) view init(record: Record, standing: DharmaStanding.Standing) {
            self.record = record
            self.standing = standing
        }
    }

    /// The records of one address: the latest of each publisher, and a ring of the last `historyLimit` that were
    /// replaced by records on different evidence.
    access(all) resource History: ViewResolver.Resolver {
        /// The last published one at the end. Those of dismissed publishers stay until the next publication.
        access(all) let assessments: [Assessment]
        access(self) let ring: [Record]
        access(self) var oldestAt: Int

        /// Empty: `DharmaScore.add` adds the first record at once.
        init() {
            self.assessments = []
            self.ring = []
            self.oldestAt = 0
        }

        /// The newest record of a live publisher, nil when there is none.
        access(all) view fun latest(): Record? {
            var at = self.assessments.length - 1
            while at >= 0 {
                if DharmaScore.isPublisher(self.assessments[at].record.publisher) {
                    return self.assessments[at].record
                }
                at = at - 1
            }
            return nil
        }

        /// The latest record of one publisher, dismissed or not; nil when there is none.
        access(all) view fun recordBy(_ publisher: Address): Record? {
            let at = self.find(publisher)
            return at == nil ? nil : self.assessments[at!].record
        }

        /// How long the records of one publisher have stood, dismissed or not; nil when there is none.
        access(all) view fun standingBy(_ publisher: Address): DharmaStanding.Standing? {
            let at = self.find(publisher)
            return at == nil ? nil : self.assessments[at!].standing
        }

        /// The kept records, newest first.
        access(all) view fun records(): [Record] {
            var oldestFirst = self.ring.slice(from: self.oldestAt, upTo: self.ring.length)
                .concat(self.ring.slice(from: 0, upTo: self.oldestAt))
            for assessment in self.assessments {
                oldestFirst = oldestFirst.concat([assessment.record])
            }
            var newestFirst: [Record] = []
            for record in oldestFirst {
                var at = 0
                while at < newestFirst.length && newestFirst[at].publishedAt > record.publishedAt {
                    at = at + 1
                }
                let older = newestFirst.slice(from: at, upTo: newestFirst.length)
                newestFirst = newestFirst.slice(from: 0, upTo: at).concat([record]).concat(older)
            }
            return newestFirst
        }

        access(contract) view fun find(_ publisher: Address): Int? {
            for at, assessment in self.assessments {
                if assessment.record.publisher == publisher {
                    return at
                }
            }
            return nil
        }

        /// A renewal replaces its publisher's record, any other record moves that one to the ring.
        access(contract) fun add(_ record: Record, isRenewal: Bool) {
            self.dropDismissed()
            var standing = DharmaStanding.first(scoreTenths: record.scoreTenths)
            if let at = self.find(record.publisher) {
                let before = self.assessments.remove(at: at)
                if !isRenewal {
                    self.archive(before.record)
                }
                standing = before.standing.next(scoreTenths: record.scoreTenths)
            }
            self.assessments.append(Assessment(record: record, standing: standing))
        }

        access(self) fun dropDismissed() {
            var at = 0
            while at < self.assessments.length {
                if DharmaScore.isPublisher(self.assessments[at].record.publisher) {
                    at = at + 1
                } else {
                    self.archive(self.assessments.remove(at: at).record)
                }
            }
        }

        access(self) fun archive(_ record: Record) {
            if self.ring.length < DharmaScore.historyLimit() {
                self.ring.append(record)
            } else {
                self.ring[self.oldestAt] = record
                self.oldestAt = (self.oldestAt + 1) % self.ring.length
            }
        }

        access(all) view fun getViews(): [Type] {
            return [Type<Record>(), Type<MetadataViews.Display>(), Type<MetadataViews.Traits>()]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            if let latest = self.latest() {
                switch view {
                    case Type<Record>():
                        return latest
                    case Type<MetadataViews.Display>():
                        return DharmaScore.buildDisplay(latest)
                    case Type<MetadataViews.Traits>():
                        return DharmaScore.buildTraits(latest)
                }
            }
            return nil
        }
    }

    /// Stored in this contract's account; the publisher holds a capability to it, so that dismissal ends it at once.
    access(all) resource Publisher {
        access(all) let publisher: Address

        init(publisher: Address) {
            self.publisher = publisher
        }

        /// Publishes the score that follows from six factors in units of 1/10,000. It is compared with this publisher's
        /// last record alone: equal evidence and version renew the time of that record.
        access(Publish) fun publish(address: Address, factors: [UInt64], version: String, evidenceHash: String, blockHeight: UInt64) {
            pre {
                factors.length == DharmaScore.weightPercent().length:
                    "DharmaScore.publish: \(factors.length) factors were given, not \(DharmaScore.weightPercent().length)"
                DharmaScore.findLargest(factors) <= DharmaScore.factorUnit():
                    "DharmaScore.publish: Factor \(DharmaScore.findLargest(factors)) is above \(DharmaScore.factorUnit())"
                version.utf8.length >= 1 && version.utf8.length <= 32:
                    "DharmaScore.publish: The version has \(version.utf8.length) bytes, not 1 to 32"
                evidenceHash.utf8.length == 64 && evidenceHash.toLower() == evidenceHash && evidenceHash.decodeHex().length == 32:
                    "DharmaScore.publish: '\(evidenceHash)' is not a SHA-256 hash of 64 hex digits in lower case"
                blockHeight <= getCurrentBlock().height:
                    "DharmaScore.publish: Height \(blockHeight) is beyond the current block \(getCurrentBlock().height)"
            }
            let before = DharmaScore.borrowHistory(address)?.recordBy(self.publisher) ?? nil
            assert(
                blockHeight >= (before?.blockHeight ?? 0),
                message: "DharmaScore.publish: Height \(blockHeight) is older than the last one, \(before?.blockHeight ?? 0)"
            )
            let isRenewal = before?.version == version && before?.evidenceHash == evidenceHash
            assert(
                !isRenewal || before!.factors == factors,
                message: "DharmaScore.publish: Evidence \(evidenceHash) of version \(version) gave \(address) other factors and a score of \(before?.scoreTenths ?? 0) tenths"
            )
            let record = Record(
                address: address,
                factors: factors,
                version: version,
                evidenceHash: evidenceHash,
                blockHeight: isRenewal ? before!.blockHeight : blockHeight,
                publisher: self.publisher
            )
            DharmaScore.add(record, before: before, isRenewal: isRenewal)
        }
    }

    access(all) resource Registrar {
        /// Puts a capability to publish into the inbox of an account. A dismissed publisher never returns: its records
        /// would count again.
        access(Appoint) fun appoint(publisher: Address) {
            pre {
                !DharmaScore.isDismissed(publisher):
                    "DharmaScore.appoint: \(publisher) was dismissed as publisher for good; appoint another account"
                !DharmaScore.isPublisher(publisher):
                    "DharmaScore.appoint: \(publisher) is a publisher already"
                DharmaScore.publishers.length < DharmaScore.publisherLimit():
                    "DharmaScore.appoint: There are \(DharmaScore.publisherLimit()) publishers already; dismiss one first"
            }
            let path = DharmaScore.buildStoragePath(publisher: publisher)
            DharmaScore.account.storage.save(<- create Publisher(publisher: publisher), to: path)
            let capability = DharmaScore.account.capabilities.storage.issue<auth(Publish) &Publisher>(path)
            DharmaScore.account.inbox.publish(capability, name: DharmaScore.getInboxName(publisher: publisher), recipient: publisher)
            DharmaScore.publishers.append(publisher)
            emit PublisherAppointed(publisher: publisher)
        }

        /// Ends the power of a publisher at once and for good; what it published counts for nothing from now on. The last
        /// one stays: without any nobody could vote.
        access(Appoint) fun dismiss(publisher: Address) {
            pre {
                DharmaScore.isPublisher(publisher):
                    "DharmaScore.dismiss: \(publisher) is not a publisher"
                DharmaScore.publishers.length > 1:
                    "DharmaScore.dismiss: \(publisher) is the last publisher; appoint another one first"
            }
            let path = DharmaScore.buildStoragePath(publisher: publisher)
            for controller in DharmaScore.account.capabilities.storage.getControllers(forPath: path) {
                controller.delete()
            }
            destroy DharmaScore.account.storage.load<@Publisher>(from: path)
            let _ = DharmaScore.publishers.remove(at: DharmaScore.publishers.firstIndex(of: publisher)!)
            DharmaScore.dismissed[publisher] = true
            emit PublisherDismissed(publisher: publisher)
        }
    }

    access(self) let histories: @{Address: History}
    /// The live ones.
    access(self) let publishers: [Address]
    access(self) let dismissed: {Address: Bool}

    /// txFrequency, largeOutFlow, knownScamInteract, nftHoldings, onchainAge, communitySignals.
    access(all) view fun weightPercent(): [UInt64] {
        return [20, 25, 30, 10, 5, 10]
    }

    /// A factor of 1.0.
    access(all) view fun factorUnit(): UInt64 {
        return 10_000
    }

    /// How many replaced records of an address are kept.
    access(all) view fun historyLimit(): Int {
        return 16
    }

    /// Most live publishers: every reader of scores asks each of them.
    access(all) view fun publisherLimit(): Int {
        return 4
    }

    /// Σ weight × factor, 0 to 1,000,000.
    access(all) view fun getWeightedSum(_ factors: [UInt64]): UInt64 {
        var sum: UInt64 = 0
        for i, weight in self.weightPercent() {
            sum = sum + weight * factors[i]
        }
        return sum
    }

    /// Tenths of a point, rounded half up.
    access(all) view fun toScoreTenths(sum: UInt64): UInt64 {
        return (sum + 500) / 1000
    }

    /// The level follows from the rounded score alone.
    access(all) view fun toLevel(scoreTenths: UInt64): Level {
        if scoreTenths < 300 {
            return Level.highRisk
        }
        if scoreTenths < 450 {
            return Level.suspicious
        }
        return scoreTenths < 750 ? Level.normal : Level.trusted
    }

    access(all) view fun getLevelName(level: Level): String {
        return ["HIGH_RISK", "SUSPICIOUS", "NORMAL", "TRUSTED"][level.rawValue]
    }

    /// The history of an address with its metadata views, nil when it was never published.
    access(all) view fun borrowHistory(_ address: Address): &History? {
        return &self.histories[address]
    }

    /// The newest record of an address by a live publisher, nil when there is none. It is one publisher's word: decide by
    /// `requireMin` or `lowest`, which ask all of them.
    access(all) view fun latest(_ address: Address): Record? {
        return self.borrowHistory(address)?.latest() ?? nil
    }

    /// Of the live publishers' latest records of an address the one with the lowest score, whatever its age; nil when
    /// there is none.
    access(all) view fun lowest(_ address: Address): Record? {
        if let history = self.borrowHistory(address) {
            var publisher: Address? = nil
            var scoreTenths: UInt64 = 0
            for assessment in history.assessments {
                let record = assessment.record
                if self.publishers.contains(record.publisher) && (publisher == nil || record.scoreTenths < scoreTenths) {
                    publisher = record.publisher
                    scoreTenths = record.scoreTenths
                }
            }
            return publisher == nil ? nil : history.recordBy(publisher!)
        }
        return nil
    }

    /// Since when an address has stood: a live publisher's records since that time, and no live one's broken since then.
    /// Nil while the latest record of a live publisher is a break, or there is none.
    access(all) view fun getStandingSince(_ address: Address): UFix64? {
        var first = UFix64.max
        var brokenUntil = 0.0
        if let history = self.borrowHistory(address) {
            for assessment in history.assessments {
                if !self.publishers.contains(assessment.record.publisher) {
                    continue
                }
                let standing = assessment.standing
                if standing.since == nil {
                    return nil
                }
                first = standing.since! < first ? standing.since! : first
                brokenUntil = standing.brokenUntil > brokenUntil ? standing.brokenUntil : brokenUntil
            }
        }
        return first == UFix64.max ? nil : first > brokenUntil ? first : brokenUntil
    }

    /// Whether the score of an address is at least `minScoreTenths` by each live publisher that published it at most
    /// `maxAge` seconds ago: the lowest of these records answers.
    access(all) view fun requireMin(address: Address, minScoreTenths: UInt64, maxAge: UFix64): Verdict {
        if let history = self.borrowHistory(address) {
            let oldest = getCurrentBlock().timestamp.saturatingSubtract(maxAge)
            let publishers = &self.publishers as &[Address]
            var isFresh = false
            for assessment in history.assessments {
                let record = assessment.record
                if record.publishedAt >= oldest && publishers.contains(record.publisher) {
                    if record.scoreTenths < minScoreTenths {
                        return Verdict.fail
                    }
                    isFresh = true
                }
            }
            return isFresh ? Verdict.pass : history.latest() == nil ? Verdict.unknown : Verdict.stale
        }
        return Verdict.unknown
    }

    /// The live publishers, in the order of their appointment.
    access(all) view fun getPublishers(): [Address] {
        return self.publishers
    }

    /// Whether an account is a live publisher.
    access(all) view fun isPublisher(_ account: Address): Bool {
        return self.publishers.contains(account)
    }

    /// Whether an account was a publisher and was dismissed.
    access(all) view fun isDismissed(_ publisher: Address): Bool {
        return self.dismissed[publisher] ?? false
    }

    /// Number of addresses that were ever published.
    access(all) view fun publishedCount(): Int {
        return self.histories.length
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return resourceType == nil ? [Type<MetadataViews.Display>()] : []
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        return !self.getContractViews(resourceType: resourceType).contains(viewType) ? nil : MetadataViews.Display(
            name: "Dharma Score",
            description: "Trust scores from 0 to 100, computed on-chain from six published factors.",
            thumbnail: MetadataViews.HTTPFile(url: "")
        )
    }

    access(contract) fun add(_ record: Record, before: Record?, isRenewal: Bool) {
        if before == nil && self.borrowHistory(record.address) == nil {
            self.histories[record.address] <-! create History()
        }
        self.borrowHistory(record.address)!.add(record, isRenewal: isRenewal)
        emit ScorePublished(
            address: record.address,
            scoreTenths: record.scoreTenths,
            scoreTenthsBefore: before?.scoreTenths,
            level: self.getLevelName(level: record.level),
            levelBefore: before == nil ? nil : self.getLevelName(level: before!.level),
            factors: record.factors,
            version: record.version,
            evidenceHash: record.evidenceHash,
            blockHeight: record.blockHeight,
            publisher: record.publisher
        )
    }

    access(contract) view fun findLargest(_ factors: [UInt64]): UInt64 {
        var largest: UInt64 = 0
        for factor in factors {
            largest = factor > largest ? factor : largest
        }
        return largest
    }

    /// Under which name the inbox of an account holds its power to act.
    access(all) view fun getInboxName(publisher: Address): String {
        return "dharmaScorePublisher_\(publisher)"
    }

    access(contract) view fun buildStoragePath(publisher: Address): StoragePath {
        return StoragePath(identifier: self.getInboxName(publisher: publisher))!
    }

    access(contract) fun buildDisplay(_ record: Record): MetadataViews.Display {
        return MetadataViews.Display(
            name: "Dharma Score \(record.scoreTenths / 10).\(record.scoreTenths % 10)",
            description: "\(record.address) is \(self.getLevelName(level: record.level)) by version \(record.version).",
            thumbnail: MetadataViews.HTTPFile(url: "")
        )
    }

    access(contract) fun buildTraits(_ record: Record): MetadataViews.Traits {
        return MetadataViews.dictToTraits(
            dict: {
                "score": UFix64(record.scoreTenths) / 10.0,
                "level": self.getLevelName(level: record.level),
                "version": record.version,
                "evidenceHash": record.evidenceHash,
                "blockHeight": record.blockHeight
            },
            excludedNames: nil
        )
    }

    init() {
        self.registrarStoragePath = /storage/dharmaScoreRegistrar
        self.publisherStoragePath = /storage/dharmaScorePublisher
        self.histories <- {}
        self.publishers = []
        self.dismissed = {}
        self.account.storage.save(<- create Registrar(), to: self.registrarStoragePath)
    }
}
