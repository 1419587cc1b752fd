import "DharmaGovernance"

/// Executes a proposal as the account that `provider` lent.
transaction(provider: Address, id: UInt64) {

    prepare(signer: auth(ClaimInboxCapability) &Account) {
        let lent = signer.inbox.claim<auth(BorrowValue) &Account>("lentAccount", provider: provider)!
        DharmaGovernance.executeProposal(dao: lent.borrow()!, id: id)
    }
}
