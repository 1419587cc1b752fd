import Test
import "DharmaFlaggers"
import "DharmaProtection"
import "../helpers/test_helpers.cdc"

/// What a flagger may write, to the byte, and how its power ends.

access(all) fun setup() {
    for name in ["DharmaProtectionTypes", "DharmaProtectionRecord", "DharmaProtection", "DharmaFlaggers"] {
        deployTo(name, "../../contracts/\(name).cdc", contractsAccount())
    }
    appoint("protection", "flagger")
    storyStartsNow()
}

access(all) fun beforeEach() {
    restartStory()
}

access(all) fun afterEach() {
    closeBlock()
}

/// Arguments of `protection/flag_wallet`.
access(all) fun flagWith(_ caseId: String, _ reasonCode: String, _ reasonHash: String): [AnyStruct] {
    return [accusedAddress, caseId, reasonCode, reasonHash, nil, nil]
}

access(all) fun refuseFlag(_ caseId: String, _ reasonCode: String, _ reasonHash: String, _ message: String) {
    refuse("protection/flag_wallet", [agent()], flagWith(caseId, reasonCode, reasonHash), message)
}

access(all) fun testACaseIdHasOneToSixtyFourVisibleCharacters() {
    let longest = sha256Hex("x")
    for caseId in [longest, "!", "~", "case~!"] {
        send("protection/flag_wallet", [agent()], flagWith(caseId, "keys", longest))
        send("protection/unflag_wallet", [agent()], [accusedAddress])
        let lifted = lastEvent(Type<DharmaProtection.FlagLifted>()) as! DharmaProtection.FlagLifted
        Test.assertEqual([caseId, "keys"], [lifted.caseId, lifted.reasonCode])
    }
    for caseId in ["", longest.concat("1"), " ", "\u{7f}", "a b", "ab\u{1f}", "case\u{80}", "\u{e9}"] {
        refuseFlag(
            caseId,
            "keys",
            longest,
            "A case id has 1 to 64 visible ASCII characters; this one has \(caseId.utf8.length) bytes"
        )
    }
}

access(all) fun testAReasonHasACodeAndAHash() {
    for code in ["listed", "behaviour", "community", "keys"] {
        send("protection/flag_wallet", [agent()], flagWith("case", code, sha256Hex("x")))
        send("protection/unflag_wallet", [agent()], [accusedAddress])
    }
    refuseFlag("case", "fraud", sha256Hex("x"), "'fraud' is not listed, behaviour, community or keys")
    refuseFlag("case", "keys", "00", "'00' is not a SHA-256 hash of 64 hex digits in lower case")
    send("protection/flag_wallet", [agent()], flagWith("case", "keys", sha256Hex("x")))
    let flagged = lastEvent(Type<DharmaProtection.Flagged>()) as! DharmaProtection.Flagged
    Test.assertEqual([accusedAddress, agentAddress], [flagged.address, flagged.flagger])
    Test.assertEqual(["case", "keys", sha256Hex("x")], [flagged.caseId, flagged.reasonCode, flagged.reasonHash])
}

access(all) fun testAPowerThatEndedStaysDeadWhenItsHolderIsAppointedAgain() {
    let appointed = lastEvent(Type<DharmaFlaggers.FlaggerAppointed>()) as! DharmaFlaggers.FlaggerAppointed
    Test.assertEqual(agentAddress, appointed.flagger)
    refuse("protection/appoint_flagger", [contractsAccount()], [agentAddress], "is a flagger already")
    send("protection/dismiss_flagger", [contractsAccount()], [agentAddress])
    let dismissed = lastEvent(Type<DharmaFlaggers.FlaggerDismissed>()) as! DharmaFlaggers.FlaggerDismissed
    Test.assertEqual(agentAddress, dismissed.flagger)
    refuse("protection/dismiss_flagger", [contractsAccount()], [agentAddress], "is not a flagger")
    let flag = flagWith("case", "keys", sha256Hex("x"))
    refuse("protection/flag_wallet", [agent()], flag, "was dismissed as flagger")
    send("protection/appoint_flagger", [contractsAccount()], [agentAddress])
    refuse("protection/flag_wallet", [agent()], flag, "was dismissed as flagger")
    send("protection/claim_flagger", [agent()], [contractsAddress])
    send("protection/flag_wallet", [agent()], flag)
}
