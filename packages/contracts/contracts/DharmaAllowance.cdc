import "DharmaCustody"
import "DharmaProtection"

/// How fast things may leave a guarded vault: the allowance of a day, and requests that wait 72 hours.
access(all) contract DharmaAllowance {

    access(all) event Requested(
        address: Address,
        requestId: UInt64,
        kind: String,
        type: String?,
        amount: UFix64?,
        nftId: UInt64?,
        recoveryAddress: Address?,
        readyAt: UFix64,
        expiresAt: UFix64
    )
    /// `cause` is used, cancelled, or void.
    access(all) event RequestEnded(address: Address, requestId: UInt64, cause: String)
    access(all) event AllowanceChanged(address: Address, type: String, before: UFix64, after: UFix64)

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

        /// Whether it names what the other one names: leaving names all contents. Withdrawals of tokens may stand beside
        /// each other, because each sets aside an amount of its own.
        access(all) view fun overlaps(_ other: VaultOperation): Bool {
            if self.kind == Kind.leave || other.kind == Kind.leave {
                return self.isOfContents() && other.isOfContents()
            }
            return self.kind == other.kind && self.kind != Kind.withdraw
                && self.type == other.type && self.nftId == other.nftId
        }

        access(self) view fun isOfContents(): Bool {
            return self.kind != Kind.allowance && self.kind != Kind.recoveryAddress
        }
    }

    /// What an owner asked for; it may be used in a window of time after a delay.
    access(all) struct Request {
        access(all) let id: UInt64
        /// Who made it: a freeze of this address voids it.
        access(all) let madeBy: Address
        access(all) let operation: VaultOperation
        access(all) let requestedAt: UFix64
        access(all) let readyAt: UFix64
        access(all) let expiresAt: UFix64

        access(contract) view init(id: UInt64, madeBy: Address, operation: VaultOperation) {
            self.id = id
            self.madeBy = madeBy
            self.operation = operation
            self.requestedAt = getCurrentBlock().timestamp
            self.readyAt = self.requestedAt + DharmaAllowance.delay()
            self.expiresAt = self.readyAt + DharmaAllowance.window()
        }

        /// A freeze voids every request made before its end, or requests would become ready while the vault is stopped.
        access(all) view fun isVoid(): Bool {
            let frozenUntil = DharmaProtection.borrowRecord(self.madeBy)?.frozenUntil ?? 0.0
            return self.requestedAt <= frozenUntil || getCurrentBlock().timestamp >= self.expiresAt
        }

        access(all) view fun isReady(): Bool {
            return !self.isVoid() && getCurrentBlock().timestamp >= self.readyAt
        }
    }

    /// The requests of one vault.
    access(all) struct Requests {
        /// Who opened the vault, and makes the requests.
        access(all) let address: Address
        access(self) let byId: {UInt64: Request}

        access(account) view init(address: Address) {
            self.address = address
            self.byId = {}
        }

        access(all) view fun all(): [Request] {
            return self.byId.values
        }

        /// Whether a request to leave can be used now or later.
        access(all) view fun isLeaveRequested(): Bool {
            for request in self.byId.values {
                if request.operation.kind == Kind.leave && !request.isVoid() {
                    return true
                }
            }
            return false
        }

        /// Whether everything may leave now.
        access(all) view fun isLeaving(): Bool {
            for request in self.byId.values {
                if request.operation.kind == Kind.leave && request.isReady() {
                    return true
                }
            }
            return false
        }

        /// How much of a token is set aside: it leaves by the requests that name it alone.
        access(all) view fun getAmountSetAside(_ type: Type): UFix64 {
            var sum = 0.0
            for request in self.byId.values {
                let operation = request.operation
                if operation.kind == Kind.withdraw && operation.type == type && !request.isVoid() {
                    sum = sum + operation.amount!
                }
            }
            return sum
        }

        /// Refused while a request stands that names the same.
        access(account) fun add(_ operation: VaultOperation) {
            if let type = operation.type {
                DharmaCustody.requireShort(type)
            }
            for request in self.byId.values {
                if request.isVoid() {
                    self.end(request.id, cause: "void")
                } else if request.operation.overlaps(operation) {
                    panic(
                        "DharmaAllowance: Request \(request.id) of \(self.address), \(DharmaAllowance.getKindName(request.operation.kind)), names the same; cancel it first"
                    )
                }
            }
            assert(
                self.byId.length < DharmaAllowance.maxRequests(),
                message: "DharmaAllowance: \(self.address) has \(DharmaAllowance.maxRequests()) requests already; cancel one"
            )
            DharmaAllowance.lastRequestId = DharmaAllowance.lastRequestId + 1
            let request = Request(id: DharmaAllowance.lastRequestId, madeBy: self.address, operation: operation)
            self.byId[request.id] = request
            emit Requested(
                address: self.address,
                requestId: request.id,
                kind: DharmaAllowance.getKindName(operation.kind),
                type: operation.type?.identifier,
                amount: operation.amount,
                nftId: operation.nftId,
                recoveryAddress: operation.recoveryAddress,
                readyAt: request.readyAt,
                expiresAt: request.expiresAt
            )
        }

        /// Uses up a request whose time has come.
        access(account) fun use(_ id: UInt64, _ kinds: [Kind]): VaultOperation {
            let request = self.get(id)
            assert(
                kinds.contains(request.operation.kind),
                message: "DharmaAllowance: Request \(id) is for \(DharmaAllowance.getKindName(request.operation.kind))"
            )
            assert(
                request.isReady(),
                message: "DharmaAllowance: Request \(id) holds from \(request.readyAt) to \(request.expiresAt) unless a freeze voids it"
            )
            self.end(id, cause: "used")
            return request.operation
        }

        access(account) fun voidAll() {
            for request in self.byId.values {
                self.end(request.id, cause: "void")
            }
        }

        access(account) fun end(_ id: UInt64, cause: String) {
            self.byId[self.get(id).id] = nil
            emit RequestEnded(address: self.address, requestId: id, cause: cause)
        }

        access(self) view fun get(_ id: UInt64): Request {
            return self.byId[id] ?? panic("DharmaAllowance: The vault of \(self.address) has no request \(id)")
        }
    }

    /// What may leave in any 24 hours, counted in whole hours: an hour that is partly within them counts in full.
    access(all) struct Allowance {
        access(all) var limit: UFix64
        /// What left, by hour since 1970; at most the last 25 of them.
        access(self) var hours: {UInt64: UFix64}

        access(contract) view init(limit: UFix64) {
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

        access(contract) fun spend(_ amount: UFix64) {
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

        access(contract) fun setLimit(_ limit: UFix64) {
            self.limit = limit
        }
    }

    /// The allowances of one vault, by type of token.
    access(all) struct Allowances {
        access(all) let address: Address
        access(self) let byType: {Type: Allowance}

        access(account) view init(address: Address) {
            self.address = address
            self.byType = {}
        }

        access(all) view fun get(_ type: Type): Allowance? {
            return self.byType[type]
        }

        access(account) fun spend(_ type: Type, _ amount: UFix64) {
            self.borrow(type).spend(amount)
        }

        access(account) fun setLimit(_ type: Type, _ limit: UFix64) {
            DharmaCustody.requireShort(type)
            if self.byType[type] == nil {
                assert(
                    self.byType.length < DharmaAllowance.maxAllowances(),
                    message: "DharmaAllowance: \(self.address) has \(DharmaAllowance.maxAllowances()) allowances already"
                )
                self.byType[type] = Allowance(limit: 0.0)
            }
            let allowance = self.borrow(type)
            emit AllowanceChanged(address: self.address, type: type.identifier, before: allowance.limit, after: limit)
            allowance.setLimit(limit)
            // Makes room for another, where nothing was spent that still counts.
            if limit == 0.0 && allowance.spent() == 0.0 {
                self.byType[type] = nil
            }
        }

        access(account) fun lower(_ type: Type, _ limit: UFix64) {
            pre {
                limit < self.borrow(type).limit:
                    "DharmaAllowance: \(limit) is not below the allowance of \(self.borrow(type).limit)"
            }
            self.setLimit(type, limit)
        }

        access(self) view fun borrow(_ type: Type): &Allowance {
            return (&self.byType[type] as &Allowance?)
                ?? panic("DharmaAllowance: \(self.address) has no allowance for \(type.identifier)")
        }
    }

    access(self) var lastRequestId: UInt64

    /// How many allowances one vault has.
    access(all) view fun maxAllowances(): Int {
        return 16
    }

    /// How many requests one vault has at a time.
    access(all) view fun maxRequests(): Int {
        return 8
    }

    /// How long a request waits: 72 hours, in seconds.
    access(all) view fun delay(): UFix64 {
        return 259200.0
    }

    /// How long it can be used after that: 7 days, in seconds.
    access(all) view fun window(): UFix64 {
        return 604800.0
    }

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
        self.lastRequestId = 0
    }
}
