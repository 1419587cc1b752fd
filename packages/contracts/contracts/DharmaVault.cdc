import "DharmaAllowance"
import "DharmaCustody"
import "DharmaProtection"
import "FungibleToken"
import "NonFungibleToken"

/// Opt-in guarded vaults in the custody of this contract. An owner withdraws freely up to an allowance per day;
/// more, NFTs, a higher allowance, another recovery address and leaving take 72 hours. Nothing leaves while the
/// owner's address is frozen, and a freeze voids every request made before its end: so a thief with the owner's
/// keys cannot be quicker than a vote. The community can decide to hand a frozen vault over to the recovery
/// address that its owner named before, and to nobody else.
access(all) contract DharmaVault {

    /// Everything an owner may do with the vault of the own account.
    access(all) entitlement Own
    /// Hands frozen vaults over; held by the contract that carries out what the community decides.
    access(all) entitlement Recover

    access(all) let keyStoragePath: StoragePath
    /// Where the recoverer lies until the deciding contract takes it, once and for all.
    access(all) let recovererStoragePath: StoragePath

    access(all) event Opened(address: Address, recoveryAddress: Address)
    access(all) event Closed(address: Address)
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
    access(all) event RecoveryAddressChanged(address: Address, before: Address, after: Address)
    /// From here on the contents can only go to `to`.
    access(all) event Recovered(address: Address, to: Address, proposalId: UInt64, reasonHash: String)

    /// What one owner has entrusted, with its rules. Everybody may read; only the owner's key reaches what is entitled.
    access(all) resource GuardedVault {
        /// Whose it is: a freeze of this address stops it.
        access(all) let address: Address
        access(all) var recoveryAddress: Address
        /// Since when it is the recovery address.
        access(all) var recoveryAddressSince: UFix64
        access(all) var recoveryAddressBefore: Address?
        /// Set by a recovery: the only address that anything can go to from then on.
        access(all) var recoveredTo: Address?
        access(self) let allowances: {Type: DharmaAllowance.Allowance}
        access(self) let requests: {UInt64: DharmaAllowance.Request}
        access(self) let holdings: @DharmaCustody.Holdings

        init(address: Address, recoveryAddress: Address) {
            self.address = address
            self.recoveryAddress = recoveryAddress
            self.recoveryAddressSince = getCurrentBlock().timestamp
            self.recoveryAddressBefore = nil
            self.recoveredTo = nil
            self.allowances = {}
            self.requests = {}
            self.holdings <- DharmaCustody.createHoldings(address: address)
        }

        /// The contents, to read.
        access(all) view fun borrowHoldings(): &DharmaCustody.Holdings {
            return &self.holdings
        }

        access(all) view fun getAllowance(_ type: Type): DharmaAllowance.Allowance? {
            return self.allowances[type]
        }

        access(all) view fun allRequests(): [DharmaAllowance.Request] {
            return self.requests.values
        }

        /// Whether the owner asked to leave and may now take everything.
        access(all) view fun isLeaving(): Bool {
            return self.requests.values.filter(view fun (request: DharmaAllowance.Request): Bool {
                return request.operation.kind == DharmaAllowance.Kind.leave && request.isReady()
            }).length > 0
        }

        /// Entrusts tokens of any type.
        access(Own) fun deposit(from: @{FungibleToken.Vault}) {
            pre {
                self.recoveredTo == nil: self.obstacle()
            }
            self.holdings.deposit(<- from)
        }

        access(Own) fun depositNFT(token: @{NonFungibleToken.NFT}) {
            pre {
                self.recoveredTo == nil: self.obstacle()
            }
            self.holdings.depositNFT(<- token)
        }

        /// Takes out up to the allowance, or any amount while leaving.
        access(Own) fun withdraw(type: Type, amount: UFix64): @{FungibleToken.Vault} {
            pre {
                self.isMovable(): self.obstacle()
            }
            if !self.isLeaving() {
                self.borrowAllowance(type).spend(amount)
            }
            return <- self.holdings.withdraw(type, amount, requestId: nil)
        }

        /// Takes out an NFT while leaving.
        access(Own) fun withdrawNFT(type: Type, id: UInt64): @{NonFungibleToken.NFT} {
            pre {
                self.isMovable(): self.obstacle()
                self.isLeaving(): "DharmaVault: An NFT leaves the vault of \(self.address) only on request"
            }
            return <- self.holdings.withdrawNFT(type, id, requestId: nil)
        }

        /// Takes out what was requested.
        access(Own) fun claim(requestId: UInt64): @{FungibleToken.Vault} {
            let operation = self.use(requestId, [DharmaAllowance.Kind.withdraw])
            return <- self.holdings.withdraw(operation.type!, operation.amount!, requestId: requestId)
        }

        /// Takes out the NFT that was requested.
        access(Own) fun claimNFT(requestId: UInt64): @{NonFungibleToken.NFT} {
            let operation = self.use(requestId, [DharmaAllowance.Kind.withdrawNFT])
            return <- self.holdings.withdrawNFT(operation.type!, operation.nftId!, requestId: requestId)
        }

        /// Changes the allowance or the recovery address as was requested.
        access(Own) fun apply(requestId: UInt64) {
            let operation = self.use(requestId, [DharmaAllowance.Kind.allowance, DharmaAllowance.Kind.recoveryAddress])
            if let after = operation.recoveryAddress {
                emit RecoveryAddressChanged(address: self.address, before: self.recoveryAddress, after: after)
                self.recoveryAddressBefore = self.recoveryAddress
                self.recoveryAddress = after
                self.recoveryAddressSince = getCurrentBlock().timestamp
            } else {
                self.setLimit(operation.type!, operation.amount!)
            }
        }

        /// Lowers an allowance at once; raising it takes a request.
        access(Own) fun lowerAllowance(type: Type, limit: UFix64) {
            pre {
                limit < self.borrowAllowance(type).limit:
                    "DharmaVault: \(limit) is not below the allowance of \(self.borrowAllowance(type).limit)"
            }
            self.setLimit(type, limit)
        }

        /// Asks for something that takes 72 hours.
        access(Own) fun request(_ operation: DharmaAllowance.VaultOperation) {
            pre {
                self.isMovable(): self.obstacle()
                operation.recoveryAddress != self.address:
                    "DharmaVault: \(self.address) cannot be its own recovery address"
            }
            self.dropVoidRequests()
            assert(
                self.requests.length < DharmaVault.maxRequests,
                message: "DharmaVault: \(self.address) has \(DharmaVault.maxRequests) requests already; cancel one"
            )
            DharmaVault.lastRequestId = DharmaVault.lastRequestId + 1
            let id = DharmaVault.lastRequestId
            let request = DharmaAllowance.Request(id: id, address: self.address, operation: operation)
            self.requests[id] = request
            emit Requested(
                address: self.address,
                requestId: id,
                kind: DharmaAllowance.getKindName(operation.kind),
                type: operation.type?.identifier,
                amount: operation.amount,
                nftId: operation.nftId,
                recoveryAddress: operation.recoveryAddress,
                readyAt: request.readyAt(),
                expiresAt: request.expiresAt()
            )
        }

        access(Own) fun cancel(requestId: UInt64) {
            pre {
                self.requests[requestId] != nil: "DharmaVault: \(self.address) has no request \(requestId)"
            }
            self.end(requestId, cause: "cancelled")
        }

        /// Somebody else's payment, in a token that the owner holds here.
        access(contract) fun receive(_ from: @{FungibleToken.Vault}) {
            pre {
                self.recoveredTo == nil: self.obstacle()
                self.holdings.getBalance(from.getType()) > 0.0:
                    "DharmaVault: \(self.address) holds no \(from.getType().identifier) here"
            }
            self.holdings.deposit(<- from)
        }

        access(contract) fun handOver(to: Address, proposalId: UInt64, reasonHash: String) {
            pre {
                to == self.recoveryAddress:
                    "DharmaVault: The recovery address of \(self.address) is \(self.recoveryAddress), not \(to)"
                self.recoveredTo == nil: self.obstacle()
                DharmaProtection.isFrozen(self.address): "DharmaVault: \(self.address) is not frozen"
            }
            self.recoveredTo = self.recoveryAddress
            emit Recovered(address: self.address, to: self.recoveryAddress, proposalId: proposalId, reasonHash: reasonHash)
        }

        access(contract) fun deliver(_ type: Type) {
            self.holdings.deliver(type, to: self.deliveryAddress())
        }

        access(contract) fun deliverNFTs(_ type: Type, limit: Int) {
            let ids = self.holdings.getIDs(type)
            let deliveryAddress = self.deliveryAddress()
            for id in ids.slice(from: 0, upTo: limit < ids.length ? limit : ids.length) {
                self.holdings.deliverNFT(type, id, to: deliveryAddress)
            }
        }

        access(contract) fun setLimit(_ type: Type, _ limit: UFix64) {
            if self.allowances[type] == nil {
                assert(
                    self.allowances.length < DharmaCustody.maxTypes,
                    message: "DharmaVault: \(self.address) has \(DharmaCustody.maxTypes) allowances already"
                )
                self.allowances[type] = DharmaAllowance.Allowance(limit: 0.0)
            }
            let allowance = self.borrowAllowance(type)
            emit AllowanceChanged(address: self.address, type: type.identifier, before: allowance.limit, after: limit)
            allowance.setLimit(limit)
        }

        /// Uses up a request whose time has come.
        access(self) fun use(_ requestId: UInt64, _ kinds: [DharmaAllowance.Kind]): DharmaAllowance.VaultOperation {
            pre {
                self.isMovable(): self.obstacle()
                self.requests[requestId] != nil: "DharmaVault: \(self.address) has no request \(requestId)"
            }
            let request = self.requests[requestId]!
            assert(
                kinds.contains(request.operation.kind),
                message: "DharmaVault: Request \(requestId) is for \(DharmaAllowance.getKindName(request.operation.kind))"
            )
            assert(
                request.isReady(),
                message: "DharmaVault: Request \(requestId) holds from \(request.readyAt()) to \(request.expiresAt()) unless a freeze voids it"
            )
            self.end(requestId, cause: "used")
            return request.operation
        }

        access(self) fun dropVoidRequests() {
            for request in self.requests.values {
                if request.isVoid() {
                    self.end(request.id, cause: "void")
                }
            }
        }

        access(self) fun end(_ requestId: UInt64, cause: String) {
            self.requests[requestId] = nil
            emit RequestEnded(address: self.address, requestId: requestId, cause: cause)
        }

        access(self) view fun borrowAllowance(_ type: Type): &DharmaAllowance.Allowance {
            return (&self.allowances[type] as &DharmaAllowance.Allowance?)
                ?? panic("DharmaVault: \(self.address) has no allowance for \(type.identifier)")
        }

        /// The recovery address after a recovery, unless it is frozen itself.
        access(self) view fun deliveryAddress(): Address {
            let deliveryAddress = self.recoveredTo ?? panic("DharmaVault: The vault of \(self.address) was not recovered")
            DharmaProtection.requireNotFrozen(deliveryAddress)
            return deliveryAddress
        }

        access(self) view fun isMovable(): Bool {
            return self.recoveredTo == nil && !DharmaProtection.isFrozen(self.address)
        }

        access(self) view fun obstacle(): String {
            return self.recoveredTo == nil
                ? "DharmaVault: \(self.address) is frozen"
                : "DharmaVault: The vault of \(self.address) was recovered to \(self.recoveredTo!)"
        }
    }

    /// The power over the vault of the account that stores it, once that account has bound it. It holds nothing
    /// itself, so that it cannot carry a vault away.
    access(all) resource OwnerKey {
        /// The account that bound it.
        access(all) var address: Address?

        init() {
            self.address = nil
        }

        /// Opens the vault of the account, with its first allowances.
        access(Own) fun open(recoveryAddress: Address, allowances: {Type: UFix64}) {
            DharmaVault.open(self.account(), recoveryAddress: recoveryAddress, allowances: allowances)
        }

        access(Own) view fun borrow(): auth(Own) &GuardedVault {
            return (&DharmaVault.vaults[self.account()] as auth(Own) &GuardedVault?)
                ?? panic("DharmaVault: \(self.account()) has no vault")
        }

        /// Gives up the vault when nothing is left in it.
        access(Own) fun close() {
            DharmaVault.close(self.account())
        }

        access(contract) fun bind(to: Address) {
            self.address = to
        }

        access(self) view fun account(): Address {
            let place = self.owner?.address ?? panic("DharmaVault: The key lies in no account")
            assert(place == self.address, message: "DharmaVault: The key that lies in \(place) is not bound by it")
            return place
        }
    }

    /// What the community decided, in the hands of the one contract that took this from storage.
    access(all) resource Recoverer {
        /// Hands a frozen vault over to its recovery address. No code of any token runs here, so that no token can
        /// stop it; `deliver` brings the contents over, one type at a time.
        access(Recover) fun recover(address: Address, to: Address, proposalId: UInt64, reasonHash: String) {
            DharmaVault.existing(address).handOver(to: to, proposalId: proposalId, reasonHash: reasonHash)
        }
    }

    access(all) let maxRequests: Int

    access(self) let vaults: @{Address: GuardedVault}
    access(self) var lastRequestId: UInt64

    access(all) fun createKey(): @OwnerKey {
        return <- create OwnerKey()
    }

    /// Binds a key to the account that stores it. The capability proves that the account itself asks for it: what
    /// only lies in somebody's account, such as a key inside of a gift, cannot issue one there.
    access(all) fun bind(_ key: Capability<auth(Own) &OwnerKey>) {
        (key.borrow() ?? panic("DharmaVault: There is no key in \(key.address)")).bind(to: key.address)
    }

    access(all) view fun borrowVault(_ address: Address): &GuardedVault? {
        return &self.vaults[address]
    }

    /// Pays into somebody's vault, which must hold some of that token already.
    access(all) fun deposit(address: Address, from: @{FungibleToken.Vault}) {
        self.existing(address).receive(<- from)
    }

    /// Brings all of one token of a recovered vault to the recovery address; anyone may call it.
    access(all) fun deliver(address: Address, type: Type) {
        self.existing(address).deliver(type)
    }

    /// Brings up to `limit` NFTs of one type of a recovered vault to the recovery address; anyone may call it.
    access(all) fun deliverNFTs(address: Address, type: Type, limit: Int) {
        self.existing(address).deliverNFTs(type, limit: limit)
    }

    access(contract) fun open(_ address: Address, recoveryAddress: Address, allowances: {Type: UFix64}) {
        pre {
            self.vaults[address] == nil: "DharmaVault: \(address) has a vault already"
            recoveryAddress != address: "DharmaVault: \(address) cannot be its own recovery address"
            !DharmaProtection.isFrozen(address): "DharmaVault: \(address) is frozen"
        }
        self.vaults[address] <-! create GuardedVault(address: address, recoveryAddress: recoveryAddress)
        emit Opened(address: address, recoveryAddress: recoveryAddress)
        for type in allowances {
            self.existing(address).setLimit(type, allowances[type]!)
        }
    }

    /// A recovered vault that was delivered may be closed too, so that its owner can begin again.
    access(contract) fun close(_ address: Address) {
        pre {
            self.existing(address).borrowHoldings().isEmpty(): "DharmaVault: The vault of \(address) is not empty"
            !DharmaProtection.isFrozen(address): "DharmaVault: \(address) is frozen"
        }
        destroy self.vaults.remove(key: address)
        emit Closed(address: address)
    }

    access(contract) view fun existing(_ address: Address): &GuardedVault {
        return self.borrowVault(address) ?? panic("DharmaVault: \(address) has no vault")
    }

    init() {
        self.keyStoragePath = /storage/dharmaVaultKey
        self.recovererStoragePath = /storage/dharmaVaultRecoverer
        self.maxRequests = 8
        self.vaults <- {}
        self.lastRequestId = 0
        self.account.storage.save(<- create Recoverer(), to: self.recovererStoragePath)
    }
}
