import Test
import "../helpers/test_helpers.cdc"

access(all) fun setup() {
    deployDharma()
    closeBlock()
}

access(all) fun getLines(_ expression: String): [String] {
    return askCode("import \"DharmaAppeals\"\naccess(all) fun main(): [String] { return DharmaAppeals.\(expression) }", []) as! [String]
}

access(all) fun testTheLinesOfAnAppealNameItsCaseOrItsFreeze() {
    let hash = "Reason SHA-256: hash"
    Test.assertEqual(
        ["Flag of case: case-1", hash],
        getLines("getDetails(caseId: \"case-1\", freezeProposalId: nil, reasonHash: \"hash\")")
    )
    Test.assertEqual(
        ["Freeze by proposal: 7", hash],
        getLines("getDetails(caseId: nil, freezeProposalId: 7, reasonHash: \"hash\")")
    )
    Test.assertEqual(
        ["Freeze by proposal: 0", hash],
        getLines("getDetails(caseId: nil, freezeProposalId: nil, reasonHash: \"hash\")")
    )
    Test.assertEqual(["Second proposal of appeal: 3", hash], getLines("getSecondDetails(appealId: 3, reasonHash: \"hash\")"))
}
