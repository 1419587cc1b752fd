import "DharmaProtection"

/// How fast things may leave a guarded vault: the allowance of a day, and requests that wait 72 hours.
access(all) contract DharmaAllowance {

    access(all) enum Kind: UInt8 {
        access(all) case withdraw
        access(all) case withdrawNFT
        access(all) case allowance
        access(all) case recoveryAddress
        access(all) case leave
    }

    /// What an owner asks for; made by the functions of this contract, so that it is always whole.
    access(all) struct VaultOperation {
        access(all) let kind: Kind
        /// Of what, for every kind but `recoveryAddress` and `leave`.
        access(all) let type: Type?
        /// How much, for `withdraw` and `allowance`.
        access(all) let amount: UFix64?
        /// Which one, for `withdrawNFT`.
        access(all) let nftId: UInt64?
        /// The new one, for `recoveryAddress`.
        access(all) let recoveryAddress: Address?

        access(contract) view init(
            _ kind: Kind,
            type: Type?,
            amount: UFix64?,
            nftId: UInt64?,
            recoveryAddress: Address?
        ) {
            self.kind = kind
            self.type = type
            self.amount = amount
            self.nftId = nftId
            self.recoveryAddress = recoveryAddress
        }
    }

    /// A wish that may be fulfilled in a window of time after a delay.
    access(all) struct Request {
        access(all) let id: UInt64
        access(all) let address: Address
        access(all) let operation: VaultOperation
        access(all) let requestedAt: UFix64

        view init(id: UInt64, address: Address, operation: VaultOperation) {
            self.id = id
            self.address = address
            self.operation = operation
            self.requestedAt = getCurrentBlock().timestamp
        }

        access(all) view fun readyAt(): UFix64 {
            return self.requestedAt + DharmaAllowance.delay
        }

        access(all) view fun expiresAt(): UFix64 {
            return self.readyAt() + DharmaAllowance.window
        }

        /// A freeze voids every request made before its end: a clock that ran on while everything else stood
        /// still would be a way round it.
        access(all) view fun isVoid(): Bool {
            let freezeEndsAt = DharmaProtection.freezeEndsAt(self.address) ?? 0.0
            return self.requestedAt <= freezeEndsAt || getCurrentBlock().timestamp >= self.expiresAt()
        }

        access(all) view fun isReady(): Bool {
            return !self.isVoid() && getCurrentBlock().timestamp >= self.readyAt()
        }
    }

    /// What may leave in any 24 hours, counted in whole hours: an hour that is partly within them counts in full.
    access(all) struct Allowance {
        access(all) var limit: UFix64
        /// What left, by hour since 1970; at most the last 25 of them.
        access(self) var hours: {UInt64: UFix64}

        init(limit: UFix64) {
            self.limit = limit
            self.hours = {}
        }

        access(all) view fun spent(): UFix64 {
            let hour = DharmaAllowance.hour()
            var sum = 0.0
            for key in self.hours {
                sum = sum + (key + 24 >= hour ? self.hours[key]! : 0.0)
            }
            return sum
        }

        access(all) view fun remaining(): UFix64 {
            return self.limit.saturatingSubtract(self.spent())
        }

        access(account) fun spend(_ amount: UFix64) {
            pre {
                amount <= self.remaining():
                    "DharmaAllowance: \(amount) is above what may still leave within 24 hours, \(self.remaining())"
            }
            let hour = DharmaAllowance.hour()
            let kept = {hour: amount}
            for key in self.hours {
                if key + 24 >= hour {
                    kept[key] = (kept[key] ?? 0.0) + self.hours[key]!
                }
            }
            self.hours = kept
        }

        access(account) fun setLimit(_ limit: UFix64) {
            self.limit = limit
        }
    }

    /// How long a request waits: 72 hours, in seconds.
    access(all) let delay: UFix64
    /// How long it can be used after that: 7 days, in seconds.
    access(all) let window: UFix64

    access(all) view fun withdrawal(type: Type, amount: UFix64): VaultOperation {
        return VaultOperation(Kind.withdraw, type: type, amount: amount, nftId: nil, recoveryAddress: nil)
    }

    access(all) view fun withdrawalOfNFT(type: Type, id: UInt64): VaultOperation {
        return VaultOperation(Kind.withdrawNFT, type: type, amount: nil, nftId: id, recoveryAddress: nil)
    }

    access(all) view fun allowance(type: Type, limit: UFix64): VaultOperation {
        return VaultOperation(Kind.allowance, type: type, amount: limit, nftId: nil, recoveryAddress: nil)
    }

    access(all) view fun recoveryAddress(_ address: Address): VaultOperation {
        return VaultOperation(Kind.recoveryAddress, type: nil, amount: nil, nftId: nil, recoveryAddress: address)
    }

    access(all) view fun leave(): VaultOperation {
        return VaultOperation(Kind.leave, type: nil, amount: nil, nftId: nil, recoveryAddress: nil)
    }

    access(all) view fun getKindName(_ kind: Kind): String {
        switch kind {
            case Kind.withdraw:
                return "withdraw"
            case Kind.withdrawNFT:
                return "withdraw NFT"
            case Kind.allowance:
                return "allowance"
            case Kind.recoveryAddress:
                return "recovery address"
        }
        return "leave"
    }

    access(contract) view fun hour(): UInt64 {
        return UInt64(getCurrentBlock().timestamp) / 3600
    }

    init() {
        self.delay = 259200.0
        self.window = 604800.0
    }
}
