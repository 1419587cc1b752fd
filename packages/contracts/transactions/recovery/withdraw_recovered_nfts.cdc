import "DharmaVault"
import "NonFungibleToken"

/// Takes up to `limit` NFTs of a type out of a guarded vault that was recovered to the signer, into the collection at
/// `collection`. A key is bound by `vault/bind_key` before.
transaction(address: Address, type: String, limit: Int, collection: StoragePath) {

    let vault: auth(DharmaVault.Own) &DharmaVault.GuardedVault
    let collection: &{NonFungibleToken.Collection}
    let type: Type
    let ids: [UInt64]

    prepare(signer: auth(BorrowValue) &Account) {
        self.vault = signer.storage.borrow<auth(DharmaVault.Own) &DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))
            ?.borrowRecovered(of: address)
            ?? panic(DharmaVault.describeMissingKey(signer.address))
        self.collection = signer.storage.borrow<&{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \(signer.address) has no collection at \(collection)")
        self.type = CompositeType(type) ?? panic("\(type) is not a type")
        let ids = self.vault.borrowHoldings().getIDs(self.type)
        self.ids = ids.slice(from: 0, upTo: limit < ids.length ? limit : ids.length)
    }

    execute {
        for id in self.ids {
            self.collection.deposit(token: <- self.vault.withdrawNFT(type: self.type, id: id))
        }
    }

    post {
        self.ids.length == 0 || self.collection.getIDs().contains(self.ids[0]): "The NFTs were not delivered"
    }
}
