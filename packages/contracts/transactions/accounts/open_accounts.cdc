import "FlowToken"
import "FungibleToken"
import "GardenPass"
import "LotusToken"
import "StonePrint"
import "TestDollar"

/// Opens accounts that hold the given key, with some FLOW or none, vaults for both tokens
/// and both collections. Signed by the service account of an emulator, which issues the FLOW.
transaction(publicKey: String, count: Int, flowEach: UFix64) {

    prepare(service: auth(BorrowValue) &Account) {
        let key = PublicKey(
            publicKey: publicKey.decodeHex(),
            signatureAlgorithm: SignatureAlgorithm.ECDSA_P256
        )
        let bank = service.storage.borrow<&FlowToken.Administrator>(from: /storage/flowTokenAdmin)
            ?? panic("The account \(service.address) cannot issue FLOW")
        let minter <- bank.createNewMinter(allowedAmount: flowEach * UFix64(count))

        var opened = 0
        while opened < count {
            let account = Account(payer: service)
            let added = account.keys.add(publicKey: key, hashAlgorithm: HashAlgorithm.SHA3_256, weight: 1000.0)
            assert(added.keyIndex == 0, message: "The key of \(account.address) is number \(added.keyIndex), not 0")
            if flowEach > 0.0 {
                account.capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
                    .deposit(from: <- minter.mintTokens(amount: flowEach))
            }

            account.storage.save(
                <- TestDollar.createEmptyVault(vaultType: Type<@TestDollar.Vault>()),
                to: TestDollar.vaultStoragePath
            )
            account.capabilities.publish(
                account.capabilities.storage.issue<&TestDollar.Vault>(TestDollar.vaultStoragePath),
                at: TestDollar.receiverPublicPath
            )
            account.storage.save(
                <- LotusToken.createEmptyVault(vaultType: Type<@LotusToken.Vault>()),
                to: LotusToken.vaultStoragePath
            )
            account.capabilities.publish(
                account.capabilities.storage.issue<&LotusToken.Vault>(LotusToken.vaultStoragePath),
                at: LotusToken.receiverPublicPath
            )
            account.storage.save(
                <- GardenPass.createEmptyCollection(nftType: Type<@GardenPass.NFT>()),
                to: GardenPass.collectionStoragePath
            )
            account.capabilities.publish(
                account.capabilities.storage.issue<&GardenPass.Collection>(GardenPass.collectionStoragePath),
                at: GardenPass.collectionPublicPath
            )
            account.storage.save(
                <- StonePrint.createEmptyCollection(nftType: Type<@StonePrint.NFT>()),
                to: StonePrint.collectionStoragePath
            )
            account.capabilities.publish(
                account.capabilities.storage.issue<&StonePrint.Collection>(StonePrint.collectionStoragePath),
                at: StonePrint.collectionPublicPath
            )
            opened = opened + 1
        }
        destroy minter
    }
}
