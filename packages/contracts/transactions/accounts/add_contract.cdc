/// Deploys a contract whose `init` takes no arguments to the signer's account.
transaction(name: String, code: String) {

    let owner: Address

    prepare(owner: auth(AddContract) &Account) {
        self.owner = owner.address
        owner.contracts.add(name: name, code: code.utf8)
    }

    post {
        getAccount(self.owner).contracts.names.contains(name): "The contract \(name) is not on \(self.owner)"
    }
}
