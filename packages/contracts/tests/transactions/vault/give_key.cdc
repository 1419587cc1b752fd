import "DharmaVault"
import MaliciousGift from 0x0000000000000016

/// The first signer wraps a new key, or the own bound one, as a gift, and the second takes it and shows it around.
transaction(isBound: Bool) {

    prepare(
        thief: auth(LoadValue) &Account,
        victim: auth(SaveValue, LoadValue, IssueStorageCapabilityController, PublishCapability, UnpublishCapability) &Account
    ) {
        destroy victim.storage.load<@MaliciousGift.Gift>(from: /storage/gift)
        victim.capabilities.unpublish(/public/gift)
        var key <- DharmaVault.createKey()
        if isBound {
            var bound <- thief.storage.load<@DharmaVault.OwnerKey>(from: DharmaVault.keyStoragePath)!
            key <-> bound
            destroy bound
        }
        victim.storage.save(<- MaliciousGift.wrap(key: <- key), to: /storage/gift)
        victim.capabilities.publish(
            victim.capabilities.storage.issue<&MaliciousGift.Gift>(/storage/gift),
            at: /public/gift
        )
    }
}
