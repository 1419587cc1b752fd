import "DharmaAppeals"
import "DharmaConsent"

/// The exact text that an account signs to open the second proposal of its appeal.
access(all) fun main(appealId: UInt64, reasonHash: String, address: Address, sequence: UInt64, validUntil: UInt64): String {
    return DharmaConsent.buildMessage(
        subject: "appeal",
        details: DharmaAppeals.getSecondDetails(appealId: appealId, reasonHash: reasonHash),
        role: "Appellant",
        address: address,
        sequence: sequence,
        validUntil: validUntil
    )
}
