import "DharmaVault"
import MaliciousGift from 0x0000000000000016

/// Takes the key of the first signer out of its place, and hides it inside another resource of the second one, where
/// anybody uses it.
transaction {

    prepare(first: auth(LoadValue) &Account, second: auth(SaveValue, LoadValue, IssueStorageCapabilityController, PublishCapability, UnpublishCapability) &Account) {
        destroy second.storage.load<@MaliciousGift.Gift>(from: /storage/gift)
        second.capabilities.unpublish(/public/gift)
        let key <- first.storage.load<@DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(first.address))!
        second.storage.save(<- MaliciousGift.wrap(key: <- key), to: /storage/gift)
        second.capabilities.publish(second.capabilities.storage.issue<&MaliciousGift.Gift>(/storage/gift), at: /public/gift)
    }
}
