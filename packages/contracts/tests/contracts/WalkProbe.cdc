import "DharmaConsent"
import "DharmaFlaggers"
import "DharmaGovernance"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaScore"
import "DharmaVault"

/// Lets a test take many steps in one transaction. A contract, because it is then checked once.
access(all) contract WalkProbe {

    /// Takes steps of walks of the model, signs what people do in them, and compares after each what the contracts say with
    /// what the model says. A step is a list of numbers, its kind first:
    ///   0 action, target, proposer, votes…        proposes; action 0 freeze, 1 unfreeze, 2 recover
    ///   1 freeze or 0, flag or 0, target, votes…  appeals against the freeze or the flag of that number
    ///   2 proposal, voter, 1 or 0                 votes For or Against
    ///   3 proposal                                executes
    ///   4 target, flagger, code                   flags; code 0 behaviour, 1 listed, 2 contact
    ///   5 target, flagger                         lifts the flag
    ///   6 flagger                                 dismisses
    ///   7 target or 0, proposals…                 settles the target, and the proposals that exist
    ///   8                                         does nothing
    /// A vote behind another step is twice the index of a voter, and one more when it is For. `fresh` get their scores renewed
    /// first. `looks` has for each step the target, the number of its proposals, and the numbers of its proposals and appeals;
    /// it is empty where nothing is compared with `views`.
    access(all) fun takeSteps(
        contracts: auth(BorrowValue) &Account,
        publisher: auth(CopyValue) &Account,
        dao: auth(BorrowValue) &Account,
        steps: [[UInt64]],
        looks: [[UInt64]],
        views: [String],
        voters: [Address],
        fresh: [Address],
        evidenceHash: String
    ) {
        if fresh.length > 0 {
            self.publish(publisher, fresh, evidenceHash)
        }
        for index, step in steps {
            switch step[0] {
                case 0:
                    self.castVotes(self.propose(step), step, voters)
                case 1:
                    self.castVotes(self.appeal(step), step, voters)
                case 2:
                    self.castVote(step[1], Address(step[2]), step[3] == 1)
                case 3:
                    DharmaGovernance.executeProposal(dao: dao, id: step[1])
                case 4:
                    self.borrowFlagger(contracts, Address(step[2])).flag(
                        address: Address(step[1]),
                        caseId: "case-1",
                        reasonCode: ["behaviour", "listed", "contact"][step[3]],
                        reasonHash: self.reasonHash()
                    )
                case 5:
                    self.borrowFlagger(contracts, Address(step[2])).unflag(address: Address(step[1]))
                case 6:
                    contracts.storage
                        .borrow<auth(DharmaFlaggers.Appoint) &DharmaFlaggers.Registrar>(
                            from: DharmaFlaggers.registrarStoragePath
                        )!
                        .dismiss(flagger: Address(step[1]))
                case 7:
                    self.settle(step)
            }
            if looks[index].length > 0 {
                self.compare(looks[index], views[index])
            }
        }
    }

    access(self) fun publish(_ account: auth(CopyValue) &Account, _ addresses: [Address], _ evidenceHash: String) {
        let publisher = account.storage
            .copy<Capability<auth(DharmaScore.Publish) &DharmaScore.Publisher>>(from: DharmaScore.publisherStoragePath)!
            .borrow()!
        for address in addresses {
            publisher.publish(
                address: address,
                factors: [7000, 7000, 7000, 7000, 7000, 7000],
                version: "1.0.0",
                evidenceHash: evidenceHash,
                blockHeight: getCurrentBlock().height
            )
        }
    }

    access(self) fun propose(_ step: [UInt64]): UInt64 {
        let action = ["freeze", "unfreeze", "recover"][step[1]]
        let target = Address(step[2])
        let details = DharmaGovernance.createTerms(action: action, target: target).getDetails()
            .concat(["Reason SHA-256: \(self.reasonHash())"])
        return DharmaGovernance.propose(
            action: action,
            target: target,
            reason: self.reason(),
            consent: self.consent(Address(step[3]), DharmaConsent.Series.proposals, "proposal", details, "Proposer")
        )
    }

    access(self) fun appeal(_ step: [UInt64]): UInt64 {
        let freeze: UInt64? = step[1] == 0 ? nil : step[1]
        let flag: UInt64? = step[2] == 0 ? nil : step[2]
        let details = DharmaGovernance.getAppealDetails(flagNumber: flag, freezeNumber: freeze, reasonHash: self.reasonHash())
        return DharmaGovernance.appeal(
            flagNumber: flag,
            freezeNumber: freeze,
            reason: self.reason(),
            consent: self.consent(Address(step[3]), DharmaConsent.Series.appeals, "appeal", details, "Appellant")
        )
    }

    access(self) fun castVotes(_ id: UInt64, _ step: [UInt64], _ voters: [Address]) {
        for vote in step.slice(from: 4, upTo: step.length) {
            self.castVote(id, voters[vote / 2], vote % 2 == 1)
        }
    }

    access(self) fun castVote(_ id: UInt64, _ voter: Address, _ support: Bool) {
        let details = DharmaGovernance.getVoteDetails(ids: [id], supports: [support])
        DharmaGovernance.vote(
            ids: [id],
            supports: [support],
            consent: self.consent(voter, DharmaConsent.Series.votes, "vote", details, "Voter")
        )
    }

    /// The power of a flagger, where the contracts keep it: it is there until the flagger is dismissed.
    access(self) fun borrowFlagger(
        _ contracts: auth(BorrowValue) &Account,
        _ flagger: Address
    ): auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger {
        let path = StoragePath(identifier: DharmaFlaggers.getInboxName(flagger: flagger))!
        return contracts.storage.borrow<auth(DharmaFlaggers.Flag) &DharmaFlaggers.Flagger>(from: path)
            ?? panic("\(flagger) is not a flagger")
    }

    access(self) fun settle(_ step: [UInt64]) {
        if step[1] > 0 {
            DharmaProtection.settle(Address(step[1]))
        }
        for id in step.slice(from: 2, upTo: step.length) {
            if DharmaProposals.borrowProposal(id) != nil {
                DharmaGovernance.settle(id)
            }
        }
    }

    /// Panics unless the contracts say of the target, its proposals and appeals what the model says: number and end of the
    /// freeze, number of the flag, whether the vault is recovered, the status of each proposal, the outcome of each appeal.
    access(self) fun compare(_ look: [UInt64], _ view_: String) {
        let target = Address(look[0])
        let expected = view_.split(separator: " ")
        let freeze = DharmaProtection.getFreeze(target)
        let flag = DharmaProtection.getFlag(target)
        let end = freeze == nil ? nil : DharmaProtection.freezeEndsAt(target)
        let isRecovered = DharmaVault.borrowVault(target)!.recoveredTo != nil
        let found = [
            freeze?.number?.toString() ?? "-",
            end == nil ? "-" : UInt64(end!).toString(),
            flag?.number?.toString() ?? "-",
            isRecovered ? "yes" : "no",
            self.viewProposals(look.slice(from: 2, upTo: 2 + Int(look[1])), expected[4].split(separator: ",")),
            self.viewAppeals(target, look.slice(from: 2 + Int(look[1]), upTo: look.length), expected[5].split(separator: ","))
        ]
        assert(DharmaProtection.isFrozen(target) == (freeze != nil), message: "isFrozen and getFreeze differ")
        let text = String.join(found, separator: " ")
        assert(text == view_, message: "the model says \(view_), the contracts \(text)")
    }

    /// A proposal that is pruned has the status that it must have, when that is a last one.
    access(self) fun viewProposals(_ ids: [UInt64], _ expected: [String]): String {
        let statuses: [String] = []
        for index, id in ids {
            let isPruned = DharmaProposals.borrowProposal(id) == nil
            statuses.append(isPruned ? "pruned" : DharmaProposals.getStatusName(DharmaGovernance.getStatus(id)))
            if isPruned && ["executed", "rejected", "expired"].contains(expected[index]) {
                statuses[index] = expected[index]
            }
        }
        return statuses.length == 0 ? "-" : String.join(statuses, separator: ",")
    }

    /// Once it is recorded, only the event tells a void appeal from an undecided one.
    access(self) fun viewAppeals(_ target: Address, _ ids: [UInt64], _ expected: [String]): String {
        let outcomes: [String] = []
        for index, id in ids {
            let outcome = self.viewAppeal(target, id)
            let isEither = outcome == "undecided" && expected[index] == "void"
                || outcome == "pruned" && expected[index] != "open"
            outcomes.append(isEither ? expected[index] : outcome)
        }
        return outcomes.length == 0 ? "-" : String.join(outcomes, separator: ",")
    }

    access(self) fun viewAppeal(_ target: Address, _ id: UInt64): String {
        if DharmaProposals.borrowProposal(id) == nil {
            return "pruned"
        }
        for decision in DharmaProtection.borrowRecord(target)?.getState()?.decisions ?? [] {
            if decision.proposalId == id && decision.isVoid {
                return "void"
            }
        }
        if let outcome = DharmaProtection.getVotingOutcome(id) {
            if outcome == DharmaProposals.Status.approved {
                return "upheld"
            }
            return outcome == DharmaProposals.Status.rejected ? "denied" : "undecided"
        }
        return "open"
    }

    /// The next message of the person, signed with the first key of every test account.
    access(self) fun consent(
        _ person: Address,
        _ series: DharmaConsent.Series,
        _ subject: String,
        _ details: [String],
        _ role: String
    ): DharmaConsent.Consent {
        let sequence = DharmaConsent.getSequence(person, series: series) + 1
        let validUntil = UInt64(getCurrentBlock().timestamp) / 60 * 60 + 3600
        let message = DharmaConsent.buildMessage(
            subject: subject,
            details: details,
            role: role,
            address: person,
            sequence: sequence,
            validUntil: validUntil
        )
        return DharmaConsent.Consent(
            address: person,
            sequence: sequence,
            validUntil: validUntil,
            signatures: [DharmaConsent.Signature(keyIndex: 0, signature: self.sign(message))]
        )
    }

    /// Signs with the private key 100 of the test accounts and the nonce 1, see `sign` of test_helpers.
    access(self) fun sign(_ message: String): [UInt8] {
        let order: UInt = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
        let r: UInt = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296
        let digest = HashAlgorithm.SHA3_256.hashWithTag(message.utf8, tag: "FLOW-V0.0-user")
        return self.to32Bytes(r).concat(self.to32Bytes((UInt.fromBigEndianBytes(digest)! + r * 100) % order))
    }

    access(self) fun to32Bytes(_ number: UInt): [UInt8] {
        let bytes = number.toBigEndianBytes()
        while bytes.length < 32 {
            bytes.insert(at: 0, 0)
        }
        return bytes
    }

    access(self) view fun reason(): String {
        return "A reason of enough characters"
    }

    access(self) view fun reasonHash(): String {
        return String.encodeHex(HashAlgorithm.SHA2_256.hash(self.reason().utf8))
    }
}
