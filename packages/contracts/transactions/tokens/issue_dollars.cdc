import "FungibleToken"
import "TestDollar"

/// Issues Test Dollars to an account. Signed by the holder of the issuer.
transaction(to: Address, amount: UFix64) {

    let issuer: auth(TestDollar.Issue) &TestDollar.Issuer
    let receiver: &{FungibleToken.Receiver}

    prepare(signer: auth(BorrowValue) &Account) {
        self.issuer = signer.storage
            .borrow<auth(TestDollar.Issue) &TestDollar.Issuer>(from: TestDollar.issuerStoragePath)
            ?? panic("The account \(signer.address) does not issue Test Dollars")
        self.receiver = getAccount(to).capabilities
            .borrow<&{FungibleToken.Receiver}>(TestDollar.receiverPublicPath)
            ?? panic("The account \(to) has no vault for Test Dollars")
    }

    execute {
        self.receiver.deposit(from: <- self.issuer.issue(amount: amount))
    }
}
