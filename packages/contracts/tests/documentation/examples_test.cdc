import Test
import "ExampleMarketplace"
import "../helpers/test_helpers.cdc"

access(all) let sellerAddress: Address = 0x0000000000000014
access(all) let buyerAddress: Address = 0x0000000000000015
access(all) let innocentAddress: Address = 0x0000000000000016
access(all) let lotusPath: StoragePath = /storage/lotusTokenVault

access(all) fun afterEach() {
    closeBlock()
}

/// The marketplace is a contract of an account that has nothing to do with ours.
access(all) fun setup() {
    setUpCommunity()
    setUpTokens([sellerAddress, buyerAddress, innocentAddress])
    deployTo("ExampleMarketplace", "../../examples/ExampleMarketplace.cdc", Test.getAccount(0x0000000000000017))
    sendLotus(Test.getAccount(sellerAddress), 100.0, buyerAddress)
    list(1, 30.0, "", "", "no score of \(sellerAddress) is published")
    publishScore(sellerAddress, 80)
    list(9, 30.0, "", "", "The seller has no NFT 9")
    list(1, 30.0, "", "", nil)
}

/// Offers an NFT of the seller, with some words of the transaction replaced; succeeds, or is refused with that text.
access(all) fun list(_ id: UInt64, _ price: UFix64, _ old: String, _ new: String, _ expectedError: String?) {
    let code = Test.readFile("../../examples/sell_nft.cdc")
    let arguments: [AnyStruct] = [id, price, lotus, /storage/gardenPassCollection, /public/lotusTokenReceiver]
    let changed = old == "" ? code : code.replaceAll(of: old, with: new)
    performCode("sell_nft", changed, [Test.getAccount(sellerAddress)], arguments, expectedError)
}

/// Takes the seller's offer back.
access(all) fun unlist() {
    let code = "import ExampleMarketplace from 0x17\ntransaction { prepare(s: auth(LoadValue, UnpublishCapability) &Account) { destroy s.storage.load<@ExampleMarketplace.Listing>(from: ExampleMarketplace.listingStoragePath)\ns.capabilities.unpublish(ExampleMarketplace.listingPublicPath) } }"
    performCode("the listing goes", code, [Test.getAccount(sellerAddress)], [], nil)
}

access(all) fun publish(_ tenths: UInt64) {
    let factor = tenths * 10
    send("score/publish_score", [agent()], [
        buyerAddress, equalFactors(factor), "1.0.0", sha256Hex(tenths.toString()), 2 as UInt64
    ])
}

access(all) fun buy(_ expectedError: String?) {
    let arguments: [AnyStruct] = [sellerAddress, 1 as UInt64, 30.0, lotusPath, /public/gardenPassCollection]
    perform("../../examples/buy_nft.cdc", [Test.getAccount(buyerAddress)], arguments, expectedError)
}

access(all) fun getRefusalReason(): String? {
    return askFile("../../examples/get_refusal_reason.cdc", [buyerAddress]) as! String?
}

access(all) fun expectRefusal(_ reason: String) {
    Test.assertEqual(reason as String?, getRefusalReason())
    buy(reason)
}

access(all) fun testABuyerWithoutAScoreIsRefused() {
    expectRefusal("no score of \(buyerAddress) is published: publish it first")
}

access(all) fun testABuyerWithALowScoreIsRefused() {
    publish(499)
    expectRefusal("the score of \(buyerAddress) is below 50")
}

access(all) fun testABuyerWithAnOldScoreIsRefusedUnlessItWasWellAboveTheLimit() {
    publish(749)
    wait(29.0 * day)
    Test.assertEqual(nil, getRefusalReason())
    wait(day)
    expectRefusal("the score of \(buyerAddress) is older than 30 days and below 75")
    publish(750)
    wait(31.0 * day)
    Test.assertEqual(nil, getRefusalReason())
}

access(all) fun testAFrozenBuyerIsRefusedWhateverItsScore() {
    decide("freeze", buyerAddress)
    publish(1000)
    expectRefusal("\(buyerAddress) is frozen")
    wait(7.0 * day)
}

/// A frozen account pays, and names an account of good standing as the buyer.
access(all) fun testAFrozenAccountDoesNotBuyThroughAForwarderInAnInnocentAccount() {
    let thief = Test.getAccount(buyerAddress)
    let code = Test.readFile("../malicious/MaliciousCollection.cdc")
        .replaceAll(of: "import \"NonFungibleToken\"", with: "import NonFungibleToken from 0x0000000000000001")
    perform("../transactions/accounts/add_contract.cdc", [thief], ["MaliciousCollection", code], nil)
    performCode(
        "A forwarder is taken in",
        "import MaliciousCollection from \(buyerAddress)\nimport \"NonFungibleToken\"\n"
            .concat("transaction { prepare(signer: auth(SaveValue, IssueStorageCapabilityController, PublishCapability) &Account) {\n")
            .concat("signer.storage.save(<- MaliciousCollection.create_(to: \(buyerAddress), path: /public/gardenPassCollection), to: /storage/forwarder)\n")
            .concat("signer.capabilities.publish(signer.capabilities.storage.issue<&{NonFungibleToken.Collection}>(/storage/forwarder), at: /public/forwarder) } }"),
        [Test.getAccount(innocentAddress)],
        [],
        nil
    )
    publishScore(innocentAddress, 90)
    decide("freeze", buyerAddress)
    publishScore(innocentAddress, 90)
    buyFor(innocentAddress, "/public/forwarder", "MaliciousCollection.Collection is not a collection of the contract of \(pass)")
    buyFor(innocentAddress, "/public/nothing", "\(innocentAddress) has no collection")
    buyFor(buyerAddress, "/public/gardenPassCollection", "\(buyerAddress) is frozen")
    wait(7.0 * day)
}

/// The buyer's account pays for a collection of another account.
access(all) fun buyFor(_ address: Address, _ collection: String, _ refusal: String) {
    let code = Test.readFile("../../examples/buy_nft.cdc").replaceAll(
        of: "signer.capabilities.get<&{NonFungibleToken.Collection}>(collection)",
        with: "getAccount(\(address)).capabilities.get<&{NonFungibleToken.Collection}>(\(collection))"
    )
    let arguments: [AnyStruct] = [sellerAddress, 1 as UInt64, 30.0, lotusPath, /public/gardenPassCollection]
    performCode("purchase for another account", code, [Test.getAccount(buyerAddress)], arguments, refusal)
}

access(all) fun testAnAccountThatIsNotServedNeitherSellsNorIsPaid() {
    publish(500)
    decide("freeze", sellerAddress)
    publishScore(sellerAddress, 100)
    buy("\(sellerAddress) is frozen")
    unlist()
    list(1, 30.0, "", "", "\(sellerAddress) is frozen")
    wait(7.0 * day)

    let receiver = "signer.capabilities.get<&{FungibleToken.Receiver}>(receiver)"
    let another = "getAccount(\(innocentAddress)).capabilities.get<&{FungibleToken.Receiver}>(receiver)"
    let parties = [sellerAddress, innocentAddress]
    for refused in parties {
        publishScores(parties, 80)
        publishScore(refused, 5)
        list(1, 30.0, receiver, another, "the score of \(refused) is below 50")
        publishScore(refused, 80)
        list(1, 30.0, receiver, another, nil)
        publishScore(refused, 5)
        buy("the score of \(refused) is below 50")
        unlist()
    }
    publishScores(parties, 80)
    list(1, 30.0, "receiver)\n", "/public/flowTokenReceiver)\n", "The seller has no vault of \(lotus)")
    list(1, 30.0, "", "", nil)
}

access(all) fun testAGoodBuyerPaysAndGetsTheNft() {
    publish(500)
    Test.assertEqual(nil, getRefusalReason())
    buy(nil)
    let sold = lastEvent(Type<ExampleMarketplace.Sold>()) as! ExampleMarketplace.Sold
    Test.assertEqual(sellerAddress, sold.seller)
    Test.assertEqual(buyerAddress, sold.buyer)
    Test.assertEqual(1 as UInt64, sold.nftID)
    Test.assertEqual([930.0, 70.0, 0.0], askFile("../scripts/get_lotus.cdc", [[sellerAddress, buyerAddress]]) as! [UFix64])
    buy("The NFT 1 was sold already")
    // Not even when the seller has it again.
    send("nfts/send_nft", [Test.getAccount(buyerAddress)], [1 as UInt64, sellerAddress, /storage/gardenPassCollection, /public/gardenPassCollection])
    buy("The NFT 1 was sold already")
}

access(all) fun testABuyerGetsNoOtherNftAndPaysNoMore() {
    let relist = fun (_ id: UInt64, _ price: UFix64) {
        unlist()
        list(id, price, "", "", nil)
    }
    relist(1, 30.00000001)
    buy("sells NFT 1 for 30.00000001, not NFT 1 for at most 30.00000000")
    relist(2, 30.0)
    buy("sells NFT 2 for 30.00000000, not NFT 1 for at most 30.00000000")
    relist(1, 29.0)
    buy(nil)
}
