/// Takes down what the signer published.
transaction(path: PublicPath) {

    prepare(signer: auth(UnpublishCapability) &Account) {
        signer.capabilities.unpublish(path)
    }
}
