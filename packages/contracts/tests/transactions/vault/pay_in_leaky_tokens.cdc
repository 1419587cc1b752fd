import "DharmaVault"
import LeakyToken from 0x0000000000000014

/// A stranger pays leaky tokens into somebody's guarded vault, `times` times, with `freight` kilobytes each.
transaction(address: Address, freight: Int, times: Int) {

    prepare(signer: &Account) {
        var count = 0
        while count < times {
            let tokens <- LeakyToken.mint(amount: 1.0)
            tokens.load(freight: freight, leak: "", pocket: nil)
            DharmaVault.deposit(address: address, from: <- tokens)
            count = count + 1
        }
    }
}
