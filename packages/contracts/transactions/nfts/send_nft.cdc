import "NonFungibleToken"

/// Sends one NFT of any collection to an account that has a collection at the public path.
transaction(id: UInt64, to: Address, collection: StoragePath, receiver: PublicPath) {

    prepare(signer: auth(BorrowValue) &Account) {
        let source = signer.storage
            .borrow<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(from: collection)
            ?? panic("The account \(signer.address) has no collection at \(collection)")
        let target = getAccount(to).capabilities.borrow<&{NonFungibleToken.Receiver}>(receiver)
            ?? panic("The account \(to) has no collection at \(receiver)")
        target.deposit(token: <- source.withdraw(withdrawID: id))
    }
}
