import "DharmaConsent"
import "DharmaProtection"

/// The exact text that a person signs to flag an address, or to take that back when `reasonHash` is nil.
access(all) fun main(address: Address, reasonHash: String?, reporter: Address, sequence: UInt64): String {
    return DharmaConsent.buildMessage(
        subject: reasonHash == nil ? "flag withdrawal" : "flag",
        details: DharmaProtection.reportDetails(address: address, reasonHash: reasonHash),
        role: "Reporter",
        address: reporter,
        sequence: sequence
    )
}
