import "DharmaConsent"
import "DharmaProtectionTypes"
import "DharmaScore"

/// Reports and vouches of people about an address: signed messages, relayed by anyone. They change nothing and are
/// emitted only; the score weighs them. Of the reports and vouches of one person about one address the last counts.
access(all) contract DharmaReports {

    /// `scoreTenths` is the lowest of the author's latest scores by the live publishers.
    access(all) event Reported(
        address: Address,
        reporter: Address,
        reasonHash: String,
        sequence: UInt64,
        scoreTenths: UInt64
    )
    access(all) event ReportWithdrawn(address: Address, reporter: Address, sequence: UInt64)
    access(all) event Vouched(address: Address, voucher: Address, sequence: UInt64, scoreTenths: UInt64)
    access(all) event VouchWithdrawn(address: Address, voucher: Address, sequence: UInt64)

    /// Lines of the message by which a person reports an address.
    access(all) view fun getReportDetails(address: Address, reasonHash: String): [String] {
        return ["Target: \(address)", "Reason SHA-256: \(reasonHash)"]
    }

    /// Lines of the message by which a person withdraws a report, vouches for an address, or withdraws that.
    access(all) view fun getTargetDetails(address: Address): [String] {
        return ["Target: \(address)"]
    }

    access(all) fun report(consent: DharmaConsent.Consent, address: Address, reasonHash: String) {
        pre {
            DharmaProtectionTypes.isHash(reasonHash):
                "DharmaReports: '\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
            address != consent.address: "DharmaReports: \(address) cannot report itself"
        }
        let details = self.getReportDetails(address: address, reasonHash: reasonHash)
        self.accept(consent, subject: "report", details: details, role: "Reporter")
        emit Reported(
            address: address,
            reporter: consent.address,
            reasonHash: reasonHash,
            sequence: consent.sequence,
            scoreTenths: DharmaScore.lowest(consent.address)!.scoreTenths
        )
    }

    access(all) fun withdrawReport(consent: DharmaConsent.Consent, address: Address) {
        let details = self.getTargetDetails(address: address)
        self.accept(consent, subject: "report withdrawal", details: details, role: "Reporter")
        emit ReportWithdrawn(address: address, reporter: consent.address, sequence: consent.sequence)
    }

    access(all) fun vouch(consent: DharmaConsent.Consent, address: Address) {
        pre {
            address != consent.address: "DharmaReports: \(address) cannot vouch for itself"
        }
        let details = self.getTargetDetails(address: address)
        self.accept(consent, subject: "vouch", details: details, role: "Voucher")
        emit Vouched(
            address: address,
            voucher: consent.address,
            sequence: consent.sequence,
            scoreTenths: DharmaScore.lowest(consent.address)!.scoreTenths
        )
    }

    access(all) fun withdrawVouch(consent: DharmaConsent.Consent, address: Address) {
        let details = self.getTargetDetails(address: address)
        self.accept(consent, subject: "vouch withdrawal", details: details, role: "Voucher")
        emit VouchWithdrawn(address: address, voucher: consent.address, sequence: consent.sequence)
    }

    /// Only people on record: a sequence number is stored for each, and accounts without a score must not fill storage.
    access(self) fun accept(_ consent: DharmaConsent.Consent, subject: String, details: [String], role: String) {
        assert(
            DharmaScore.lowest(consent.address) != nil,
            message: "DharmaReports: \(consent.address) has no published score; publish it first"
        )
        DharmaConsent.accept(
            consent,
            series: DharmaConsent.Series.reports,
            subject: subject,
            details: details,
            role: role
        )
    }
}
