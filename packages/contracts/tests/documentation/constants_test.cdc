import Test
import "../helpers/test_helpers.cdc"

/// Every number of the contracts that the documentation names, to the second and to the byte.

access(all) fun setup() {
    deployDharma()
    closeBlock()
}

access(all) fun afterEach() {
    closeBlock()
}

/// What fields or functions of a contract answer, as text.
access(all) fun read(_ contractName: String, _ expressions: [String]): [String] {
    let answers = expressions.map(view fun (expression: String): String { return "\(contractName).\(expression)" })
    let code = "import \"\(contractName)\"\naccess(all) fun main(): [AnyStruct] { return [\(String.join(answers, separator: ", "))] }"
    return (askCode(code, []) as! [AnyStruct]).map(fun (value: AnyStruct): String {
        if let time = value as? UFix64 {
            return time.toString()
        }
        if let number = value as? UInt64 {
            return number.toString()
        }
        return (value as! Int).toString()
    })
}

access(all) fun expect(_ contractName: String, _ expected: {String: String}) {
    for index, answer in read(contractName, expected.keys) {
        let name = expected.keys[index]
        Test.assert(answer == expected[name]!, message: "\(contractName).\(name) is \(answer), not \(expected[name]!)")
    }
}

access(all) fun testScoresAndVotersAreMeasuredAsDocumented() {
    expect("DharmaStanding", {"breakBelowTenths()": "550", "minTime()": "604800.00000000"})
    expect("DharmaScore", {
        "factorUnit()": "10000",
        "historyLimit()": "16",
        "publisherLimit()": "4",
        "weightPercent().length": "6",
        "weightPercent()[0]": "20",
        "weightPercent()[1]": "25",
        "weightPercent()[2]": "30",
        "weightPercent()[3]": "10",
        "weightPercent()[4]": "5",
        "weightPercent()[5]": "10"
    })
    expect("DharmaVoterEligibility", {
        "minScoreTenths()": "600",
        "minJurorScoreTenths()": "450",
        "maxScoreAge()": "86400.00000000",
        "minStandingTime()": "604800.00000000"
    })
}

access(all) fun testMessagesAndProposalsHaveTheDocumentedLimits() {
    expect("DharmaConsent", {
        "fullWeight()": "1000.00000000",
        "maxSignatures()": "20",
        "maxSequenceStep()": "1000",
        "getMaxValidity(DharmaConsent.Series.proposals)": "86400",
        "getMaxValidity(DharmaConsent.Series.votes)": "86400",
        "getMaxValidity(DharmaConsent.Series.appeals)": "604800",
        "getMaxValidity(DharmaConsent.Series.reports)": "86400"
    })
    expect("DharmaProposals", {"votesRequired()": "3", "keptProposals()": "100", "firstId": "1", "lastId": "0"})
    expect("DharmaGovernance", {
        "maxOpenPerPerson()": "3",
        "maxOpenPerAppointed()": "10",
        "maxShared()": "60",
        "maxVotesPerMessage()": "8",
        "minReason()": "20",
        "maxReason()": "4000"
    })
    let signed = askCode("import \"DharmaConsent\"\naccess(all) fun main(): [String] { return [DharmaConsent.tag(), DharmaConsent.getNetwork()] }", [])
    Test.assertEqual(["FLOW-V0.0-user", "local"], signed as! [String])
}

access(all) fun testFlagsFreezesAppealsAndRecoveriesLastAsDocumented() {
    expect("DharmaProtectionTypes", {
        "votingPeriod()": "86400.00000000",
        "executionPeriod()": "604800.00000000",
        "freezePeriod()": "604800.00000000",
        "recoveryDelay()": "259200.00000000",
        "barPeriod()": "604800.00000000",
        "hastyLiftPeriod()": "86400.00000000",
        "memoryPeriod()": "2592000.00000000"
    })
    expect("DharmaFlaggers", {"maxCaseId()": "64"})
    expect("DharmaProtection", {"lastFlagNumber": "0", "lastFreezeNumber": "0"})
    let codes = askCode("import \"DharmaProtectionTypes\"\naccess(all) fun main(): [String] { return DharmaProtectionTypes.reasonCodes() }", [])
    Test.assertEqual(["listed", "contact", "behaviour", "community", "keys"], codes as! [String])
}

access(all) fun testGuardedVaultsHaveTheDocumentedLimits() {
    expect("DharmaAllowance", {
        "maxAllowances()": "16",
        "maxRequests()": "8",
        "delay()": "259200.00000000",
        "window()": "604800.00000000"
    })
    expect("DharmaCustody", {
        "slotPrice()": "0.00064000",
        "slotBytes()": "32000",
        "baseSlots()": "2",
        "maxSlots()": "500",
        "maxTypeBytes()": "256"
    })
}

access(all) fun testRunsAreScheduledAsDocumented() {
    expect("DharmaRecheck", {
        "capacity()": "500",
        "grace()": "600.00000000",
        "spread()": "600",
        "tries()": "12",
        "executionEffort": "1000"
    })
}
