/// Puts a capability to the signer's account into the inbox of another one.
transaction(to: Address) {

    prepare(signer: auth(IssueAccountCapabilityController, PublishInboxCapability) &Account) {
        signer.inbox.publish(
            signer.capabilities.account.issue<auth(BorrowValue) &Account>(),
            name: "lentAccount",
            recipient: to
        )
    }
}
