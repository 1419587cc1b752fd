import "DharmaProtection"
import "DharmaProtectionTypes"

/// Who may flag addresses: accounts that the account of the contracts appoints and can dismiss.
access(all) contract DharmaFlaggers {

    /// Sets and lifts flags.
    access(all) entitlement Flag
    /// Appoints and dismisses flaggers.
    access(all) entitlement Appoint

    access(all) let registrarStoragePath: StoragePath
    /// Where a flagger stores the capability it claimed from the inbox.
    access(all) let flaggerStoragePath: StoragePath

    access(all) event FlaggerAppointed(flagger: Address)
    access(all) event FlaggerDismissed(flagger: Address)

    /// Stored in this contract's account; the flagger holds a capability to it, so that dismissal ends it at once.
    access(all) resource Flagger {
        access(all) let flagger: Address

        init(flagger: Address) {
            self.flagger = flagger
        }

        access(Flag) fun flag(address: Address, caseId: String, reasonCode: String, reasonHash: String) {
            pre {
                DharmaFlaggers.isCaseId(caseId):
                    "DharmaFlaggers: A case id has 1 to \(DharmaFlaggers.maxCaseId()) visible ASCII characters; this one has \(caseId.utf8.length) bytes"
                DharmaProtectionTypes.reasonCodes().contains(reasonCode):
                    "DharmaFlaggers: '\(reasonCode)' is not listed, contact, behaviour, community or keys"
                DharmaProtectionTypes.isHash(reasonHash):
                    "DharmaFlaggers: '\(reasonHash)' is not a SHA-256 hash of 64 hex digits in lower case"
            }
            DharmaProtection.flag(
                address,
                caseId: caseId,
                reasonCode: reasonCode,
                reasonHash: reasonHash,
                flagger: self.flagger
            )
        }

        /// Lifts its own flag after a recheck, or that of a flagger who was dismissed.
        access(Flag) fun unflag(address: Address) {
            let flag = DharmaProtection.getFlag(address) ?? panic("DharmaFlaggers: \(address) is not flagged")
            assert(
                flag.flagger == self.flagger || !DharmaFlaggers.isFlagger(flag.flagger),
                message: "DharmaFlaggers: Flag \(flag.number) of \(address) is one of \(flag.flagger); a vote or an appeal can lift it"
            )
            DharmaProtection.unflag(address, flagger: self.flagger)
        }
    }

    access(all) resource Registrar {
        /// Puts a capability to flag into the inbox of an account.
        access(Appoint) fun appoint(flagger: Address) {
            let path = DharmaFlaggers.buildStoragePath(flagger: flagger)
            let storage = DharmaFlaggers.account.storage
            assert(!DharmaFlaggers.isFlagger(flagger), message: "DharmaFlaggers: \(flagger) is a flagger already")
            storage.save(<- create Flagger(flagger: flagger), to: path)
            let capability = DharmaFlaggers.account.capabilities.storage.issue<auth(Flag) &Flagger>(path)
            DharmaFlaggers.account.inbox.publish(
                capability,
                name: DharmaFlaggers.getInboxName(flagger: flagger),
                recipient: flagger
            )
            emit FlaggerAppointed(flagger: flagger)
        }

        /// Ends the power of a flagger at once.
        access(Appoint) fun dismiss(flagger: Address) {
            let path = DharmaFlaggers.buildStoragePath(flagger: flagger)
            for controller in DharmaFlaggers.account.capabilities.storage.getControllers(forPath: path) {
                controller.delete()
            }
            destroy DharmaFlaggers.account.storage.load<@Flagger>(from: path)
                ?? panic("DharmaFlaggers: \(flagger) is not a flagger")
            emit FlaggerDismissed(flagger: flagger)
        }
    }

    /// In bytes.
    access(all) view fun maxCaseId(): Int {
        return 64
    }

    /// Whether the account may flag now.
    access(all) view fun isFlagger(_ address: Address): Bool {
        return self.account.storage.type(at: self.buildStoragePath(flagger: address)) != nil
    }

    /// Name under which the inbox of an account holds its power to flag.
    access(all) view fun getInboxName(flagger: Address): String {
        return "dharmaFlagger_\(flagger)"
    }

    access(contract) view fun buildStoragePath(flagger: Address): StoragePath {
        return StoragePath(identifier: self.getInboxName(flagger: flagger))!
    }

    /// Visible ASCII only, so that a case id is one word in a message to sign.
    access(contract) view fun isCaseId(_ text: String): Bool {
        let bytes = text.utf8
        if bytes.length == 0 || bytes.length > self.maxCaseId() {
            return false
        }
        for byte in bytes {
            if byte < 33 || byte > 126 {
                return false
            }
        }
        return true
    }

    init() {
        self.registrarStoragePath = /storage/dharmaFlaggerRegistrar
        self.flaggerStoragePath = /storage/dharmaFlagger
        self.account.storage.save(<- create Registrar(), to: self.registrarStoragePath)
    }
}
