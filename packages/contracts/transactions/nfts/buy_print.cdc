import "FungibleToken"
import "NonFungibleToken"
import "StonePrint"
import "TestDollar"

/// Buys a new stone print at its price.
transaction() {

    let wallet: auth(FungibleToken.Withdraw) &TestDollar.Vault
    let collection: &{NonFungibleToken.Collection}
    let countBefore: Int

    prepare(buyer: auth(BorrowValue) &Account) {
        self.wallet = buyer.storage
            .borrow<auth(FungibleToken.Withdraw) &TestDollar.Vault>(from: TestDollar.vaultStoragePath)
            ?? panic("The account \(buyer.address) has no vault for Test Dollars")
        self.collection = buyer.storage
            .borrow<&{NonFungibleToken.Collection}>(from: StonePrint.collectionStoragePath)
            ?? panic("The account \(buyer.address) has no collection for stone prints")
        self.countBefore = self.collection.getLength()
    }

    execute {
        let payment <- self.wallet.withdraw(amount: StonePrint.price)
        self.collection.deposit(token: <- StonePrint.buy(payment: <- payment))
    }

    post {
        self.collection.getLength() == self.countBefore + 1: "No print arrived"
    }
}
