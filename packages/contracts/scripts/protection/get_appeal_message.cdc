import "DharmaConsent"
import "DharmaProtection"

/// The exact text that an account signs to appeal.
access(all) fun main(address: Address, reasonHash: String, sequence: UInt64): String {
    return DharmaConsent.buildMessage(
        subject: "appeal",
        details: DharmaProtection.appealDetails(reasonHash: reasonHash),
        role: "Appellant",
        address: address,
        sequence: sequence
    )
}
