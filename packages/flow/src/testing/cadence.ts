/** Creates an account with one key of full weight, paid by the signer. */
export const CREATE_ACCOUNT = `
transaction(publicKey: String, hashAlgorithm: UInt8, signatureAlgorithm: UInt8) {
    prepare(payer: auth(BorrowValue) &Account) {
        Account(payer: payer).keys.add(
            publicKey: PublicKey(
                publicKey: publicKey.decodeHex(),
                signatureAlgorithm: SignatureAlgorithm(rawValue: signatureAlgorithm)!
            ),
            hashAlgorithm: HashAlgorithm(rawValue: hashAlgorithm)!,
            weight: 1000.0
        )
    }
}`

/** Moves FLOW from the signer to another account of an emulator. */
export const TRANSFER_FLOW = `
import FungibleToken from 0xee82856bf20e2aa6
import FlowToken from 0x0ae53cb6e3f42a79

transaction(amount: UFix64, to: Address) {
    let sent: @{FungibleToken.Vault}

    prepare(sender: auth(BorrowValue) &Account) {
        self.sent <- sender.storage
            .borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
            .withdraw(amount: amount)
    }

    execute {
        getAccount(to).capabilities
            .borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
            .deposit(from: <-self.sent)
    }
}`

export const EMPTY_TRANSACTION = 'transaction { prepare(signer: &Account) {} }'
