import "DharmaGovernance"

/// Executes an approved proposal with the account that its owner lent. Signed by the borrower alone.
transaction(lender: Address, id: UInt64) {

    prepare(signer: auth(ClaimInboxCapability) &Account) {
        let account = signer.inbox.claim<auth(BorrowValue) &Account>("lentAccount", provider: lender)!.borrow()!
        DharmaGovernance.executeProposal(dao: account, id: id)
    }
}
