/// Deploys a contract whose `init` takes no arguments to the signer's account.
transaction(name: String, code: String) {

    prepare(owner: auth(AddContract) &Account) {
        let deployed = owner.contracts.add(name: name, code: code.utf8)
        assert(deployed.name == name, message: "Contract \(deployed.name) was deployed, not \(name)")
    }
}
