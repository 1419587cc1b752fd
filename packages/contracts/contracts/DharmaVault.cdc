import "DharmaAllowance"
import "DharmaCustody"
import "DharmaProtection"
import "FlowToken"
import "FungibleToken"
import "NonFungibleToken"

/// Opt-in guarded vaults in the custody of this contract. An owner withdraws freely up to an allowance per day;
/// more, NFTs, a higher allowance, another recovery address and leaving take 72 hours. Nothing leaves while the
/// owner's address is frozen, and a freeze voids every request made before its end: so a thief with the owner's
/// keys cannot be quicker than a vote. The community can decide to hand a frozen vault over, but only to the recovery
/// address that its owner named before. Owners pay for the storage of their vaults.
access(all) contract DharmaVault {

    /// Everything an owner may do with their own vault.
    access(all) entitlement Own
    /// Hands frozen vaults over; held by the contract that carries out what the community decides.
    access(all) entitlement Recover

    access(all) let keyStoragePath: StoragePath
    /// Where the recoverer is stored until the governance contract takes it, which happens only once.
    access(all) let recovererStoragePath: StoragePath

    access(all) event Opened(address: Address, recoveryAddress: Address)
    /// The storage deposit went to `returnedTo`.
    access(all) event Closed(address: Address, returnedTo: Address)
    access(all) event RecoveryAddressChanged(address: Address, before: Address, after: Address)
    /// From now on the contents can only go to `to`.
    access(all) event Recovered(address: Address, to: Address, proposalId: UInt64, reasonHash: String)

    /// What one owner has deposited, with its rules. Anyone may read; only the owner's key reaches what is entitled.
    access(all) resource GuardedVault {
        /// Whose it is: a freeze of this address stops it.
        access(all) let address: Address
        access(all) var recoveryAddress: Address
        /// Block time since which it is the recovery address, and what it was before, nil for the first one.
        access(all) var recoveryAddressSince: UFix64
        access(all) var recoveryAddressBefore: Address?
        /// Set by a recovery: the only address that anything can go to from then on.
        access(all) var recoveredTo: Address?
        access(self) let allowances: DharmaAllowance.Allowances
        access(self) let requests: DharmaAllowance.Requests
        access(self) let holdings: @DharmaCustody.Holdings

        init(address: Address, recoveryAddress: Address, storageDeposit: @FlowToken.Vault) {
            self.address = address
            self.recoveryAddress = recoveryAddress
            self.recoveryAddressSince = getCurrentBlock().timestamp
            self.recoveryAddressBefore = nil
            self.recoveredTo = nil
            self.allowances = DharmaAllowance.Allowances(address: address)
            self.requests = DharmaAllowance.Requests(address: address)
            self.holdings <- DharmaCustody.createHoldings(address: address, storageDeposit: <- storageDeposit)
        }

        /// The contents, to read.
        access(all) view fun borrowHoldings(): &DharmaCustody.Holdings {
            return &self.holdings
        }

        access(all) view fun getAllowance(_ type: Type): DharmaAllowance.Allowance? {
            return self.allowances.get(type)
        }

        access(all) view fun allRequests(): [DharmaAllowance.Request] {
            return self.requests.all()
        }

        /// Whether the owner asked to leave and may now take everything.
        access(all) view fun isLeaving(): Bool {
            return self.requests.isLeaving()
        }

        /// Deposits tokens of any type. Nothing can be deposited while a request to leave stands, so that nothing
        /// leaves by it that was not in the vault when it was made.
        access(Own) fun deposit(from: @{FungibleToken.Vault}) {
            pre {
                self.isOpenToDeposits(): self.depositObstacle()
            }
            self.holdings.deposit(<- from)
        }

        access(Own) fun depositNFT(token: @{NonFungibleToken.NFT}) {
            pre {
                self.isOpenToDeposits(): self.depositObstacle()
            }
            self.holdings.depositNFT(<- token)
        }

        /// Takes out up to the allowance, or any amount while leaving.
        access(Own) fun withdraw(type: Type, amount: UFix64): @{FungibleToken.Vault} {
            pre {
                self.isMovable(): self.obstacle()
            }
            if !self.isLeaving() {
                self.allowances.spend(type, amount)
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
                self.recoveryAddressSince = getCurrentBlock().timestamp
                self.recoveryAddress = after
            } else {
                self.allowances.setLimit(operation.type!, operation.amount!)
            }
        }

        /// Lowers an allowance at once; raising it takes a request.
        access(Own) fun lowerAllowance(type: Type, limit: UFix64) {
            self.allowances.lower(type, limit)
        }

        /// Requests something that takes 72 hours. Only tokens and NFTs that are in the vault, and not requested already,
        /// can be requested, so that no request takes out what is deposited after it.
        access(Own) fun request(_ operation: DharmaAllowance.VaultOperation) {
            pre {
                self.isMovable(): self.obstacle()
                operation.recoveryAddress != self.address:
                    "DharmaVault: \(self.address) cannot be its own recovery address"
            }
            self.requireHeld(operation)
            self.requests.add(operation)
        }

        access(Own) fun cancel(requestId: UInt64) {
            self.requests.end(requestId, cause: "cancelled")
        }

        /// A payment by another account, in a token that the vault holds already.
        access(contract) fun receive(_ from: @{FungibleToken.Vault}) {
            pre {
                self.isOpenToDeposits(): self.depositObstacle()
                self.holdings.getBalance(from.getType()) > 0.0:
                    "DharmaVault: The vault of \(self.address) does not hold \(from.getType().identifier)"
            }
            self.holdings.deposit(<- from)
        }

        access(contract) fun payStorage(_ from: @FlowToken.Vault) {
            self.holdings.payStorage(<- from)
        }

        access(contract) fun returnStorageDeposit(to: Address) {
            self.holdings.returnStorageDeposit(to: to)
        }

        access(contract) fun handOver(to: Address, proposalId: UInt64, reasonHash: String) {
            pre {
                self.recoveredTo == nil: self.obstacle()
                DharmaProtection.isFrozen(self.address): "DharmaVault: \(self.address) is not frozen"
                to == self.recoveryAddress:
                    "DharmaVault: The recovery address of \(self.address) was changed from \(to) to \(self.recoveryAddress)"
            }
            self.recoveredTo = to
            emit Recovered(address: self.address, to: to, proposalId: proposalId, reasonHash: reasonHash)
        }

        access(contract) fun deliver(_ type: Type) {
            self.requireRecovered()
            self.holdings.deliver(type, to: self.beneficiary())
        }

        access(contract) fun deliverNFTs(_ type: Type, limit: Int) {
            self.requireRecovered()
            let to = self.beneficiary()
            let ids = self.holdings.getIDs(type)
            for id in ids.slice(from: 0, upTo: limit < ids.length ? limit : ids.length) {
                self.holdings.deliverNFT(type, id, to: to)
            }
        }

        access(contract) fun setLimit(_ type: Type, _ limit: UFix64) {
            self.allowances.setLimit(type, limit)
        }

        /// Who receives what is left: the owner, and after a recovery only the recovery address. Panics if that is frozen.
        access(contract) view fun beneficiary(): Address {
            let address = self.recoveredTo ?? self.address
            DharmaProtection.requireNotFrozen(address)
            return address
        }

        access(contract) view fun requireRecovered() {
            pre {
                self.recoveredTo != nil: "DharmaVault: The vault of \(self.address) was not recovered"
            }
        }

        /// Uses up a request whose time has come.
        access(self) fun use(_ requestId: UInt64, _ kinds: [DharmaAllowance.Kind]): DharmaAllowance.VaultOperation {
            pre {
                self.isMovable(): self.obstacle()
            }
            return self.requests.use(requestId, kinds)
        }

        access(self) view fun requireHeld(_ operation: DharmaAllowance.VaultOperation) {
            if operation.kind == DharmaAllowance.Kind.withdraw {
                let type = operation.type!
                let free = self.holdings.getBalance(type).saturatingSubtract(self.requests.getRequestedAmount(type))
                assert(
                    operation.amount! <= free,
                    message: "DharmaVault: Only \(free) of \(type.identifier) is not requested already, less than \(operation.amount!)"
                )
            }
            if operation.kind == DharmaAllowance.Kind.withdrawNFT {
                assert(
                    self.holdings.getIDs(operation.type!).contains(operation.nftId!),
                    message: "DharmaVault: The vault of \(self.address) does not hold \(operation.type!.identifier) \(operation.nftId!)"
                )
            }
        }

        access(self) view fun isMovable(): Bool {
            return self.recoveredTo == nil && !DharmaProtection.isFrozen(self.address)
        }

        access(self) view fun isOpenToDeposits(): Bool {
            return self.recoveredTo == nil && self.requests.findStanding(DharmaAllowance.Kind.leave).length == 0
        }

        access(self) view fun depositObstacle(): String {
            return self.recoveredTo == nil
                ? "DharmaVault: A request of \(self.address) to leave is pending; cancel it before a deposit"
                : self.obstacle()
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

        /// Opens the vault of the account, with its first allowances and a deposit for its storage.
        access(Own) fun open(recoveryAddress: Address, allowances: {Type: UFix64}, storageDeposit: @FlowToken.Vault) {
            DharmaVault.open(
                self.account(),
                recoveryAddress: recoveryAddress,
                allowances: allowances,
                storageDeposit: <- storageDeposit
            )
        }

        access(Own) view fun borrow(): auth(Own) &GuardedVault {
            return (&DharmaVault.vaults[self.account()] as auth(Own) &GuardedVault?)
                ?? panic("DharmaVault: \(self.account()) has no vault")
        }

        /// Closes the vault when nothing is left in it, and returns its storage deposit.
        access(Own) fun close() {
            DharmaVault.close(self.account())
        }

        access(contract) fun bind(to: Address) {
            self.address = to
        }

        access(self) view fun account(): Address {
            let place = self.owner?.address ?? panic("DharmaVault: The key is not stored in an account")
            assert(place == self.address, message: "DharmaVault: The key stored in \(place) is not bound to it")
            return place
        }
    }

    /// Carries out recoveries that the community decided. Only the contract that took this from storage holds it.
    access(all) resource Recoverer {
        /// Transfers a frozen vault to the recovery address that was decided on, unless the owner changed it since.
        /// No code of any token runs meanwhile, so that no token can stop it; `deliver` sends the contents, one type
        /// at a time, and `closeRecovered` the storage deposit.
        access(Recover) fun recover(address: Address, to: Address, proposalId: UInt64, reasonHash: String) {
            DharmaVault.existing(address).handOver(to: to, proposalId: proposalId, reasonHash: reasonHash)
        }
    }

    access(self) let vaults: @{Address: GuardedVault}

    access(all) fun createKey(): @OwnerKey {
        return <- create OwnerKey()
    }

    /// Binds a key to the account that stores it. The capability proves that the account itself asks for it: what
    /// is only stored in an account, such as a key inside an NFT that it received, cannot issue one there.
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

    /// Pays for storage of somebody's vault; the deposit is returned to the owner, or after a recovery to the recovery
    /// address, when the vault is closed.
    access(all) fun payStorage(address: Address, from: @FlowToken.Vault) {
        self.existing(address).payStorage(<- from)
    }

    /// Closes a recovered vault of which everything was delivered; anyone may call it.
    access(all) fun closeRecovered(address: Address) {
        self.existing(address).requireRecovered()
        self.close(address)
    }

    access(contract) fun open(
        _ address: Address,
        recoveryAddress: Address,
        allowances: {Type: UFix64},
        storageDeposit: @FlowToken.Vault
    ) {
        pre {
            self.vaults[address] == nil: "DharmaVault: \(address) has a vault already"
            recoveryAddress != address: "DharmaVault: \(address) cannot be its own recovery address"
            !DharmaProtection.isFrozen(address): "DharmaVault: \(address) is frozen"
        }
        self.vaults[address] <-! create GuardedVault(
            address: address,
            recoveryAddress: recoveryAddress,
            storageDeposit: <- storageDeposit
        )
        emit Opened(address: address, recoveryAddress: recoveryAddress)
        for type in allowances {
            self.existing(address).setLimit(type, allowances[type]!)
        }
    }

    access(contract) fun close(_ address: Address) {
        pre {
            self.existing(address).borrowHoldings().isEmpty(): "DharmaVault: The vault of \(address) is not empty"
        }
        let returnedTo = self.existing(address).beneficiary()
        let vault <- self.vaults.remove(key: address)!
        emit Closed(address: address, returnedTo: returnedTo)
        vault.returnStorageDeposit(to: returnedTo)
        destroy vault
    }

    access(contract) view fun existing(_ address: Address): &GuardedVault {
        return self.borrowVault(address) ?? panic("DharmaVault: \(address) has no vault")
    }

    init() {
        self.keyStoragePath = /storage/dharmaVaultKey
        self.recovererStoragePath = /storage/dharmaVaultRecoverer
        self.vaults <- {}
        self.account.storage.save(<- create Recoverer(), to: self.recovererStoragePath)
    }
}
