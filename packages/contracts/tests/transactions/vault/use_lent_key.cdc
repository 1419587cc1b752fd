import "DharmaVault"
import "LotusToken"

/// Takes Lotus out of a vault by a capability to the place of its owner's key.
transaction(amount: UFix64) {

    prepare(signer: auth(CopyValue, BorrowValue) &Account) {
        let key = signer.storage.copy<Capability<auth(DharmaVault.Own) &DharmaVault.OwnerKey>>(from: /storage/lentKey)!
            .borrow()!
        signer.storage.borrow<&LotusToken.Vault>(from: LotusToken.vaultStoragePath)!
            .deposit(from: <- key.borrow().withdraw(type: Type<@LotusToken.Vault>(), amount: amount))
    }
}
