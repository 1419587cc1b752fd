/// Lends the signer's account by a capability in the inbox of another account.
transaction(to: Address) {

    prepare(signer: auth(IssueAccountCapabilityController, PublishInboxCapability) &Account) {
        let capability = signer.capabilities.account.issue<auth(BorrowValue) &Account>()
        signer.inbox.publish(capability, name: "lentAccount", recipient: to)
    }
}
