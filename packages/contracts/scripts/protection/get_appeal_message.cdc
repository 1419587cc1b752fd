import "DharmaConsent"
import "DharmaGovernance"

/// The exact text that an account signs to appeal against a flag or a freeze, by its number.
access(all) fun main(
    flagNumber: UInt64?,
    freezeNumber: UInt64?,
    reasonHash: String,
    address: Address,
    sequence: UInt64,
    validUntil: UInt64
): String {
    return DharmaConsent.buildMessage(
        subject: "appeal",
        details: DharmaGovernance.getAppealDetails(flagNumber: flagNumber, freezeNumber: freezeNumber, reasonHash: reasonHash),
        role: "Appellant",
        address: address,
        sequence: sequence,
        validUntil: validUntil
    )
}
