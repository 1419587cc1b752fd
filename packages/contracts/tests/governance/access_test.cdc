import Test
import "../helpers/test_helpers.cdc"

/// What contracts of strangers cannot even name: the checker refuses each statement.

access(all) fun setup() {
    setUpStories(false)
}

access(all) fun testContractsOfStrangersReachNoInnerFunctionOfProtection() {
    for attack in [
        "destroy create DharmaFlaggers.Flagger(flagger: 0x14)",
        "destroy create DharmaFlaggers.Registrar()",
        "DharmaProtection.flag(0x14, caseId: \"\", reasonCode: \"keys\", reasonHash: \"\", flagger: 0x14)",
        "DharmaProtection.unflag(0x14, flagger: 0x14)",
        "DharmaProtection.freeze(DharmaProposals.borrowExisting(1))",
        "DharmaProtection.unfreeze(DharmaProposals.borrowExisting(1))",
        "DharmaProtection.noteRecovered(0x14)",
        "DharmaProtection.open(terms: terms, proposer: 0x14, rank: DharmaProposals.Rank.voter, reason: \"\")",
        "DharmaProtection.noteVotes(0x14)",
        "DharmaProtection.announce(record, decision, state: state)",
        "DharmaProtection.record(record, state)",
        "DharmaProtection.liftFlag(record, cause: \"\", liftedAt: 0.0)",
        "DharmaProtection.removeFlag(record, cause: \"\", liftedAt: 0.0)",
        "DharmaProtection.bar(record, reasonCode: nil, flagger: nil, since: 0.0)",
        "DharmaProtection.endFreeze(record, proposalId: 1, endedAt: 0.0)",
        "DharmaProtection.borrowOrCreateRecord(0x14)",
        "let records = DharmaProtection.records.keys",
        "DharmaProtection.lastFreezeNumber = 0",
        "DharmaProtection.borrowRecord(0x14)!.store(state)",
        "DharmaProtection.borrowRecord(0x14)!.setFreeze(freeze)",
        "DharmaProtection.borrowRecord(0x14)!.setFlag(flag)",
        "DharmaProtection.borrowRecord(0x14)!.removeFlag(liftedAt: 0.0)",
        "DharmaProtection.borrowRecord(0x14)!.addBar(bar)",
        "DharmaProtection.borrowRecord(0x14)!.addUndecided(DharmaProposals.borrowExisting(1))",
        "DharmaProtection.borrowRecord(0x14)!.noteUndecidedLift(\"keys\", at: 0.0)",
        "DharmaProtection.borrowRecord(0x14)!.noteFrozenUntil()",
        "DharmaProtection.borrowRecord(0x14)!.borrowFlag().noteNamed(until: 0.0)",
        "DharmaProtection.borrowRecord(0x14)!.borrowFreeze().end(at: 0.0)",
        "destroy create DharmaProtection.Record(address: 0x14)"
    ] {
        refuseCode(attack, ["DharmaFlaggers", "DharmaProposals", "DharmaProtection"])
    }
}

access(all) fun testContractsOfStrangersReachNoInnerFunctionOfGovernance() {
    for attack in [
        "DharmaProposals.borrowExisting(1).setStatus(DharmaProposals.Status.approved)",
        "DharmaProposals.borrowExisting(1).decide(DharmaProposals.Status.approved)",
        "DharmaProposals.borrowExisting(1).forgetVotes(limit: 1)",
        "DharmaProposals.borrowExisting(1).count(voter: 0x1, vote: vote)",
        "DharmaProposals.add(terms: terms, proposer: 0x1, rank: DharmaProposals.Rank.voter, reason: \"\")",
        "DharmaProposals.prune(limit: 1)",
        "DharmaProposals.lastId = 0",
        "DharmaGovernance.open(terms, proposer: 0x1, rank: DharmaProposals.Rank.voter, reason: \"\")",
        "DharmaGovernance.count(1, voter: 0x1, support: true, sequence: 1)",
        "DharmaGovernance.takePlace(0x1, rank: DharmaProposals.Rank.other)",
        "DharmaGovernance.daoAddress = 0x1",
        "DharmaGovernance.recoverer.recover(address: 0x1, to: 0x2, proposalId: 1, reasonHash: \"\")",
        "DharmaConsent.accept(consent, series: DharmaConsent.Series.votes, subject: \"vote\", details: [], role: \"Voter\")",
        "destroy create DharmaProposals.Proposal(id: 1, terms: terms, proposer: 0x1, rank: DharmaProposals.Rank.voter, reason: \"\")"
    ] {
        refuseCode(attack, ["DharmaGovernance", "DharmaConsent", "DharmaProposals"])
    }
}
