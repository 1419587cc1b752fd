/// Replaces the code of a contract of the signer's account, as far as the chain finds the new code compatible.
transaction(name: String, code: String) {

    prepare(owner: auth(UpdateContract) &Account) {
        let updated = owner.contracts.update(name: name, code: code.utf8)
        assert(updated.name == name, message: "Contract \(updated.name) was updated, not \(name)")
    }
}
