import "DharmaConnectors"
import "DharmaConsent"
import "DharmaVoterEligibility"
import "DharmaProposals"
import "DharmaProtection"
import "DharmaRecheck"
import "DharmaScore"
import "DharmaVault"

/// What the contracts answer now, a sentence each, by contract; where one needs an address, about `address`.
access(all) fun main(address: Address): {String: String} {
    let verdict = DharmaScore.requireMin(address: address, minScoreTenths: 0, maxAge: 86400.0)
    let terms = DharmaConnectors.Terms(counterparty: address, minScoreTenths: 0, maxScoreAge: 86400.0)
    return {
        "DharmaScore": "\(address) has \(verdict == DharmaScore.Verdict.unknown ? "no" : "a") score",
        "DharmaConsent": "signed messages name the network \(DharmaConsent.getNetwork())",
        "DharmaProtection": "\(address) is \(DharmaProtection.isFrozen(address) ? "frozen" : "not frozen")",
        "DharmaVoterEligibility": "\(address) \(DharmaVoterEligibility.getIneligibilityReason(address) == nil ? "may" : "may not") vote",
        "DharmaVault": "\(address) has \(DharmaVault.borrowVault(address) == nil ? "no" : "a") guarded vault",
        "DharmaProposals": "\(DharmaProposals.lastId) proposals so far",
        "DharmaRecheck": "\(DharmaRecheck.watched().length) addresses watched",
        "DharmaConnectors": "\(address) is refused for: \(terms.getRefusalReason() ?? "nothing")"
    }
}
