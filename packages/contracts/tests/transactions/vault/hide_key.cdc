import "DharmaVault"
import MaliciousGift from 0x0000000000000016

/// Takes the key of the signer out of its place, and hides it inside another resource of the account, where anybody
/// uses it.
transaction {

    prepare(signer: auth(SaveValue, LoadValue, IssueStorageCapabilityController, PublishCapability) &Account) {
        let key <- signer.storage.load<@DharmaVault.OwnerKey>(from: DharmaVault.getKeyPath(signer.address))!
        signer.storage.save(<- MaliciousGift.wrap(key: <- key), to: /storage/gift)
        signer.capabilities.publish(signer.capabilities.storage.issue<&MaliciousGift.Gift>(/storage/gift), at: /public/gift)
    }
}
