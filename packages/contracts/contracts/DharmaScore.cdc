import "DharmaStanding"
import "MetadataViews"
import "ViewResolver"

/// The public record of Dharma Scores. A publisher brings the six factors; the contract itself computes
/// score and level from them, with the same integer arithmetic as the off-chain engine, and keeps a
/// bounded history for each address. Any contract may ask whether an address has a good enough, recent score.
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
    /// `scoreTenthsBefore` and `levelBefore` are nil at the first publication of an address.
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
        /// The last publication is older than asked for.
        access(all) case stale
        /// Never published.
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

        view init(address: Address, factors: [UInt64], version: String, evidenceHash: String, blockHeight: UInt64, publisher: Address) {
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

    /// The history of one address: a ring of the last `historyLimit` scores that rest on different evidence.
    access(all) resource History: ViewResolver.Resolver {
        access(self) var standing: DharmaStanding.Standing
        access(self) let ring: [Record]
        access(self) var latestAt: Int

        /// Empty: `DharmaScore.add` adds the first record at once.
        init() {
            self.standing = DharmaStanding.Standing(since: nil, sinceWithoutBreaker: nil, breaker: nil)
            self.ring = []
            self.latestAt = 0
        }

        access(all) view fun latest(): Record {
            return self.ring[self.latestAt]
        }

        /// It counts the records too that the ring has dropped.
        access(all) view fun getStanding(): DharmaStanding.Standing {
            return self.standing
        }

        /// The kept records, newest first.
        access(all) view fun records(): [Record] {
            let length = self.ring.length
            var newestFirst: [Record] = []
            var age = 0
            while age < length {
                newestFirst = newestFirst.concat([self.ring[(self.latestAt + length - age) % length]])
                age = age + 1
            }
            return newestFirst
        }

        /// A renewal takes the place of the latest record, any other record that of the oldest one.
        access(contract) fun add(_ record: Record, isRenewal: Bool) {
            self.standing = self.standing.next(
                scoreTenths: record.scoreTenths,
                publisher: record.publisher,
                isBreakerDismissed: DharmaScore.isBreakerDismissed(self.standing)
            )
            if isRenewal {
                self.ring[self.latestAt] = record
            } else if self.ring.length < DharmaScore.historyLimit {
                self.ring.append(record)
                self.latestAt = self.ring.length - 1
            } else {
                self.latestAt = (self.latestAt + 1) % DharmaScore.historyLimit
                self.ring[self.latestAt] = record
            }
        }

        access(all) view fun getViews(): [Type] {
            return [Type<Record>(), Type<MetadataViews.Display>(), Type<MetadataViews.Traits>()]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            switch view {
                case Type<Record>():
                    return self.latest()
                case Type<MetadataViews.Display>():
                    return DharmaScore.buildDisplay(self.latest())
                case Type<MetadataViews.Traits>():
                    return DharmaScore.buildTraits(self.latest())
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

        /// Publishes the score that follows from six factors in units of 1/10,000. Equal evidence and version renew time
        /// and publisher of the latest record. What a dismissed publisher published last binds no other: it is neither
        /// renewed nor compared.
        access(Publish) fun publish(address: Address, factors: [UInt64], version: String, evidenceHash: String, blockHeight: UInt64) {
            pre {
                factors.length == DharmaScore.weightPercent.length:
                    "DharmaScore.publish: \(factors.length) factors were given, not \(DharmaScore.weightPercent.length)"
                DharmaScore.findLargest(factors) <= DharmaScore.factorUnit:
                    "DharmaScore.publish: Factor \(DharmaScore.findLargest(factors)) is above \(DharmaScore.factorUnit)"
                version.utf8.length >= 1 && version.utf8.length <= 32:
                    "DharmaScore.publish: The version has \(version.utf8.length) bytes, not 1 to 32"
                evidenceHash.utf8.length == 64 && evidenceHash.toLower() == evidenceHash && evidenceHash.decodeHex().length == 32:
                    "DharmaScore.publish: '\(evidenceHash)' is not a SHA-256 hash of 64 hex digits in lower case"
                blockHeight <= getCurrentBlock().height:
                    "DharmaScore.publish: Height \(blockHeight) is beyond the current block \(getCurrentBlock().height)"
                blockHeight >= (DharmaScore.getBindingRecord(address)?.blockHeight ?? 0):
                    "DharmaScore.publish: Height \(blockHeight) is older than the last one, \(DharmaScore.latest(address)!.blockHeight)"
                (DharmaScore.findRenewable(address, version: version, evidenceHash: evidenceHash)?.factors ?? factors) == factors:
                    "DharmaScore.publish: Evidence \(evidenceHash) of version \(version) gave \(address) other factors and a score of \(DharmaScore.latest(address)!.scoreTenths) tenths"
            }
            let renewable = DharmaScore.findRenewable(address, version: version, evidenceHash: evidenceHash)
            DharmaScore.add(Record(
                address: address,
                factors: factors,
                version: version,
                evidenceHash: evidenceHash,
                blockHeight: renewable?.blockHeight ?? blockHeight,
                publisher: self.publisher
            ), isRenewal: renewable != nil)
        }
    }

    access(all) resource Registrar {
        /// Puts a capability to publish into the inbox of an account. A dismissed publisher never returns: its breaks
        /// count as never made and its records do not let anyone vote, and both would change back.
        access(Appoint) fun appoint(publisher: Address) {
            pre {
                !DharmaScore.isDismissed(publisher):
                    "DharmaScore.appoint: \(publisher) was dismissed as publisher for good; appoint another account"
                DharmaScore.account.storage.type(at: DharmaScore.buildStoragePath(publisher: publisher)) == nil:
                    "DharmaScore.appoint: \(publisher) is a publisher already"
            }
            let path = DharmaScore.buildStoragePath(publisher: publisher)
            DharmaScore.account.storage.save(<- create Publisher(publisher: publisher), to: path)
            let capability = DharmaScore.account.capabilities.storage.issue<auth(Publish) &Publisher>(path)
            DharmaScore.account.inbox.publish(capability, name: DharmaScore.getInboxName(publisher: publisher), recipient: publisher)
            emit PublisherAppointed(publisher: publisher)
        }

        /// Ends the power of a publisher at once and for good.
        access(Appoint) fun dismiss(publisher: Address) {
            let path = DharmaScore.buildStoragePath(publisher: publisher)
            for controller in DharmaScore.account.capabilities.storage.getControllers(forPath: path) {
                controller.delete()
            }
            destroy DharmaScore.account.storage.load<@Publisher>(from: path)
                ?? panic("DharmaScore.dismiss: \(publisher) is not a publisher")
            DharmaScore.dismissed[publisher] = true
            emit PublisherDismissed(publisher: publisher)
        }
    }

    /// txFrequency, largeOutFlow, knownScamInteract, nftHoldings, onchainAge, communitySignals.
    access(all) let weightPercent: [UInt64]
    /// A factor of 1.0.
    access(all) let factorUnit: UInt64
    access(all) let historyLimit: Int

    access(self) let histories: @{Address: History}
    access(self) let dismissed: {Address: Bool}

    /// Σ weight × factor, 0 to 1,000,000.
    access(all) view fun getWeightedSum(_ factors: [UInt64]): UInt64 {
        var sum: UInt64 = 0
        var i = 0
        while i < self.weightPercent.length {
            sum = sum + self.weightPercent[i] * factors[i]
            i = i + 1
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

    /// The latest score of an address, nil when it was never published.
    access(all) view fun latest(_ address: Address): Record? {
        return self.borrowHistory(address)?.latest()
    }

    /// How long the records of an address have stood, and who broke them; nil when it was never published.
    access(all) view fun getStanding(_ address: Address): DharmaStanding.Standing? {
        return self.borrowHistory(address)?.getStanding()
    }

    /// Since when the records of an address stand without a break, those of a dismissed publisher not counted; nil when
    /// the latest record is a break, or there is none.
    access(all) view fun getStandingSince(_ address: Address): UFix64? {
        let standing = self.getStanding(address)
        return standing?.since == nil ? nil : standing!.getSince(isBreakerDismissed: self.isBreakerDismissed(standing!))
    }

    /// Whether the score of an address is at least `minScoreTenths` and was published at most `maxAge` seconds ago.
    access(all) view fun requireMin(address: Address, minScoreTenths: UInt64, maxAge: UFix64): Verdict {
        if let latest = self.latest(address) {
            if getCurrentBlock().timestamp.saturatingSubtract(latest.publishedAt) > maxAge {
                return Verdict.stale
            }
            return latest.scoreTenths >= minScoreTenths ? Verdict.pass : Verdict.fail
        }
        return Verdict.unknown
    }

    /// Whether an account was a publisher and was dismissed.
    access(all) view fun isDismissed(_ publisher: Address): Bool {
        return self.dismissed[publisher] ?? false
    }

    /// Number of addresses with a score.
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

    access(contract) fun add(_ record: Record, isRenewal: Bool) {
        let before = self.latest(record.address)
        if before == nil {
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

    access(contract) view fun isBreakerDismissed(_ standing: DharmaStanding.Standing): Bool {
        return standing.breaker != nil && self.isDismissed(standing.breaker!)
    }

    access(contract) view fun findLargest(_ factors: [UInt64]): UInt64 {
        var largest: UInt64 = 0
        for factor in factors {
            largest = factor > largest ? factor : largest
        }
        return largest
    }

    /// The latest record of an address unless its publisher is dismissed: what the next one is compared with.
    access(contract) view fun getBindingRecord(_ address: Address): Record? {
        let latest = self.latest(address)
        return latest == nil || self.isDismissed(latest!.publisher) ? nil : latest
    }

    /// The latest record when it rests on this evidence: a publication can renew it, but not change its factors.
    access(contract) view fun findRenewable(_ address: Address, version: String, evidenceHash: String): Record? {
        let binding = self.getBindingRecord(address)
        return binding?.version == version && binding?.evidenceHash == evidenceHash ? binding : nil
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
        self.weightPercent = [20, 25, 30, 10, 5, 10]
        self.factorUnit = 10_000
        self.historyLimit = 16
        self.histories <- {}
        self.dismissed = {}
        self.account.storage.save(<- create Registrar(), to: self.registrarStoragePath)
    }
}
