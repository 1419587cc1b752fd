/// Deploys a contract whose `init` takes no arguments to the signer's account.
transaction(name: String, code: String) {

    prepare(owner: auth(AddContract) &Account) {
        owner.contracts.add(name: name, code: code.utf8)
    }
}
