import Test
import "GardenPass"
import "LotusToken"
import "StonePrint"
import "TestDollar"
import "../helpers/test_helpers.cdc"

access(all) let ada = Test.createAccount()
access(all) let ben = Test.createAccount()

access(all) fun world(): Test.TestAccount {
    return Test.getAccount(worldAddress)
}

access(all) fun setup() {
    for name in ["TestDollar", "LotusToken", "GardenPass", "StonePrint"] {
        deploy(name, "../../contracts/local/".concat(name).concat(".cdc"))
    }
    for owner in [ada, ben] {
        perform("../transactions/accounts/join_local_world.cdc", [owner], [], nil)
    }
    send("tokens/issue_dollars", [world()], [ada.address, 100.0])
}

access(all) fun dollarsInCirculation(): UFix64 {
    let issued = lastEvent(Type<TestDollar.Issued>()) as! TestDollar.Issued
    return issued.totalSupply
}

access(all) fun getDollars(_ address: Address): UFix64 {
    return ask("tokens/get_balance", [address, TestDollar.receiverPublicPath]) as! UFix64
}

access(all) fun getPrints(_ address: Address): [UInt64] {
    return ask("nfts/get_ids", [address, StonePrint.collectionPublicPath]) as! [UInt64]
}

access(all) fun sendDollars(_ from: Test.TestAccount, _ to: Address, _ amount: UFix64) {
    send("tokens/send_tokens", [from], [amount, to, TestDollar.vaultStoragePath, TestDollar.receiverPublicPath])
}

access(all) fun testWhatIsIssuedIsInCirculation() {
    let before = dollarsInCirculation()
    send("tokens/issue_dollars", [world()], [ben.address, 5.0])
    Test.assertEqual(before + 5.0, dollarsInCirculation())
}

access(all) fun testOnlyTheIssuerIssues() {
    refuse("tokens/issue_dollars", [ada], [ada.address, 5.0], "does not issue Test Dollars")
}

access(all) fun testTheSupplyOfLotusIsMadeOnce() {
    Test.assertEqual(1, countEvents(Type<LotusToken.SupplyCreated>()))
    Test.assertEqual(1_000_000.0, LotusToken.totalSupply)
}

access(all) fun testPaymentsMoveWhatTheySay() {
    let before = getDollars(ada.address)
    let benBefore = getDollars(ben.address)
    sendDollars(ada, ben.address, 12.5)
    Test.assertEqual(before - 12.5, getDollars(ada.address))
    Test.assertEqual(benBefore + 12.5, getDollars(ben.address))
}

access(all) fun testNobodySendsMoreThanThereIs() {
    refuse(
        "tokens/send_tokens",
        [ben],
        [1000.0, ada.address, TestDollar.vaultStoragePath, TestDollar.receiverPublicPath],
        "Cannot withdraw tokens"
    )
}

access(all) fun testAPayrollPaysEverybodyOfIt() {
    sendDollars(ada, worldAddress, 10.0)
    let before = getDollars(ada.address)
    let benBefore = getDollars(ben.address)
    send("tokens/pay_many", [world()], [
        {ada.address: 4.0, ben.address: 6.0}, TestDollar.vaultStoragePath, TestDollar.receiverPublicPath
    ])
    Test.assertEqual(before + 4.0, getDollars(ada.address))
    Test.assertEqual(benBefore + 6.0, getDollars(ben.address))
}

access(all) fun testAPrintIsBoughtAtItsPriceWhichGoesToTheArtist() {
    let before = getDollars(worldAddress)
    send("nfts/buy_print", [ada], [])
    Test.assertEqual(1, getPrints(ada.address).length)
    Test.assertEqual(before + StonePrint.price, getDollars(worldAddress))
}

access(all) fun testAPrintIsNotSoldBelowItsPrice() {
    let code = "import \"FungibleToken\"\nimport \"StonePrint\"\nimport \"TestDollar\"\n"
        .concat("access(all) fun main(owner: Address) { let wallet = getAuthAccount<auth(BorrowValue) &Account>(owner)")
        .concat(".storage.borrow<auth(FungibleToken.Withdraw) &TestDollar.Vault>(from: TestDollar.vaultStoragePath)!; ")
        .concat("destroy StonePrint.buy(payment: <- wallet.withdraw(amount: 1.0)) }")
    let result = Test.executeScript(code, [ben.address])
    Test.expect(result, Test.beFailed())
    Test.assert(result.error!.message.contains("A print costs 20.00000000 Test Dollars, not 1.00000000"))
}

access(all) fun testAPrintCanBeGivenAwayOnce() {
    let id = getPrints(ada.address)[0]
    let gift: [AnyStruct] = [id, ben.address, StonePrint.collectionStoragePath, StonePrint.collectionPublicPath]
    send("nfts/send_nft", [ada], gift)
    Test.assertEqual([id], getPrints(ben.address))
    refuse("nfts/send_nft", [ada], gift, "No print with id")
}

access(all) fun testOnlyTheStewardAwardsPasses() {
    send("nfts/award_pass", [world()], [ada.address, "2026-11"])
    let ids = ask("nfts/get_ids", [ada.address, GardenPass.collectionPublicPath]) as! [UInt64]
    Test.assertEqual(1, ids.length)
    refuse("nfts/award_pass", [ben], [ben.address, "2026-11"], "is not the steward of the garden")
}

access(all) fun testAStolenSignatureEmptiesVaultsAndCollections() {
    let loot = getDollars(ben.address)
    let before = getDollars(ada.address)
    send("tokens/sweep_vaults", [ada, ben], [[TestDollar.vaultStoragePath, LotusToken.vaultStoragePath]])
    send("nfts/sweep_collection", [ada, ben], [StonePrint.collectionStoragePath])
    Test.assertEqual(0.0, getDollars(ben.address))
    Test.assertEqual(before + loot, getDollars(ada.address))
    Test.assertEqual(0, getPrints(ben.address).length)
}

access(all) fun testNftsShowThemselves() {
    send("nfts/buy_print", [ada], [])
    let id = getPrints(ada.address)[0]
    let code = "import \"MetadataViews\"\nimport \"StonePrint\"\n"
        .concat("access(all) fun main(owner: Address, id: UInt64): String { return MetadataViews.getDisplay(")
        .concat("getAccount(owner).capabilities.borrow<&StonePrint.Collection>(StonePrint.collectionPublicPath)!")
        .concat(".borrowNFT(id)!)!.name }")
    Test.assertEqual("Stone Print #\(id)", askCode(code, [ada.address, id]) as! String)
}
