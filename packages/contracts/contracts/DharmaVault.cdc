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
/// address that its owner named before: that account becomes the owner and may take everything at once. Vaults keep the
/// address of the account that opened them. Owners pay for the storage of their vaults.
access(all) contract DharmaVault {

    /// Everything an owner may do with a vault.
    access(all) entitlement Own
    /// Hands frozen vaults over; held by the contract that carries out what the community decides.
    access(all) entitlement Recover

    /// Where the recoverer is stored until the governance contract takes it, which happens only once.
    access(all) let recovererStoragePath: StoragePath

    access(all) event Opened(address: Address, recoveryAddress: Address)
    /// What was paid for storage went to `returnedTo`.
    access(all) event Closed(address: Address, returnedTo: Address)
    /// From now on only this key of the account reaches its vaults.
    access(all) event KeyBound(address: Address, keyId: UInt64)
    access(all) event RecoveryAddressChanged(address: Address, before: Address?, after: Address)
    /// `to` is the owner from now on, and there is no recovery address any more.
    access(all) event Recovered(address: Address, to: Address, proposalId: UInt64, reasonHash: String)

    /// What one owner has deposited, with its rules. Anyone may read; only the owner's key reaches what is entitled.
    access(all) resource GuardedVault {
        /// Who opened it.
        access(all) let address: Address
        /// nil after a recovery.
        access(all) var recoveryAddress: Address?
        /// Block time since which it is the recovery address, and what it was before, nil for the first one of an owner.
        access(all) var recoveryAddressSince: UFix64
        access(all) var recoveryAddressBefore: Address?
        /// The owner after a recovery, who may take everything.
        access(all) var recoveredTo: Address?
        access(self) let allowances: DharmaAllowance.Allowances
        access(self) let requests: DharmaAllowance.Requests
        access(self) let holdings: @DharmaCustody.Holdings

        init(address: Address, storagePayment: @FlowToken.Vault) {
            self.address = address
            self.recoveryAddress = nil
            self.recoveryAddressSince = getCurrentBlock().timestamp
            self.recoveryAddressBefore = nil
            self.recoveredTo = nil
            self.allowances = DharmaAllowance.Allowances(address: address)
            self.requests = DharmaAllowance.Requests(address: address)
            self.holdings <- DharmaCustody.createHoldings(address: address, payment: <- storagePayment)
        }

        /// Whose it is: a freeze of this address stops it.
        access(all) view fun getOwner(): Address {
            return self.recoveredTo ?? self.address
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

        /// What may leave of a token by the allowance, or be requested: what no request has set aside.
        access(all) view fun getFreeAmount(_ type: Type): UFix64 {
            return self.holdings.getBalance(type).saturatingSubtract(self.requests.getAmountSetAside(type))
        }

        /// Whether the owner may now take everything: after a request to leave, or after a recovery.
        access(all) view fun isLeaving(): Bool {
            return self.recoveredTo != nil || self.requests.isLeaving()
        }

        /// Deposits tokens of any type. Nothing can be deposited while a request to leave stands, so that nothing
        /// leaves by it that was not in the vault when it was made. `storagePayment` is what `getDepositPrice` of the holdings
        /// asks for.
        access(Own) fun deposit(from: @{FungibleToken.Vault}, storagePayment: @FlowToken.Vault?) {
            pre {
                self.isOpenToDeposits(): self.depositObstacle()
            }
            self.holdings.deposit(<- from, payment: <- storagePayment)
        }

        access(Own) fun depositNFT(token: @{NonFungibleToken.NFT}, storagePayment: @FlowToken.Vault?) {
            pre {
                self.isOpenToDeposits(): self.depositObstacle()
            }
            self.holdings.depositNFT(<- token, payment: <- storagePayment)
        }

        /// Takes out up to the allowance of what is free, or any amount while leaving.
        access(Own) fun withdraw(type: Type, amount: UFix64): @{FungibleToken.Vault} {
            pre {
                self.isMovable(): self.obstacle()
            }
            if !self.isLeaving() {
                self.allowances.spend(type, amount)
                self.requireFree(type, amount)
            }
            return <- self.holdings.withdraw(type, amount, requestId: nil, owner: self.getOwner())
        }

        /// Takes out an NFT while leaving.
        access(Own) fun withdrawNFT(type: Type, id: UInt64): @{NonFungibleToken.NFT} {
            pre {
                self.isMovable(): self.obstacle()
                self.isLeaving(): "DharmaVault: An NFT leaves the vault of \(self.address) only on request"
            }
            return <- self.holdings.withdrawNFT(type, id, requestId: nil, owner: self.getOwner())
        }

        /// Takes out what was requested.
        access(Own) fun claim(requestId: UInt64): @{FungibleToken.Vault} {
            let operation = self.use(requestId, [DharmaAllowance.Kind.withdraw])
            return <- self.holdings.withdraw(operation.type!, operation.amount!, requestId: requestId, owner: self.getOwner())
        }

        /// Takes out the NFT that was requested.
        access(Own) fun claimNFT(requestId: UInt64): @{NonFungibleToken.NFT} {
            let operation = self.use(requestId, [DharmaAllowance.Kind.withdrawNFT])
            return <- self.holdings.withdrawNFT(operation.type!, operation.nftId!, requestId: requestId, owner: self.getOwner())
        }

        /// Changes the allowance or the recovery address as was requested.
        access(Own) fun apply(requestId: UInt64) {
            let operation = self.use(requestId, [DharmaAllowance.Kind.allowance, DharmaAllowance.Kind.recoveryAddress])
            if let after = operation.recoveryAddress {
                emit RecoveryAddressChanged(address: self.address, before: self.recoveryAddress, after: after)
                self.setRecoveryAddress(after)
            } else {
                self.allowances.setLimit(operation.type!, operation.amount!)
            }
        }

        /// Lowers an allowance at once; raising it takes a request.
        access(Own) fun lowerAllowance(type: Type, limit: UFix64) {
            self.holdings.requireStill()
            self.allowances.lower(type, limit)
        }

        /// Requests something that takes 72 hours. Only tokens and NFTs that are in the vault, and that no other request
        /// names, can be requested, so that no request takes out what is deposited after it.
        access(Own) fun request(_ operation: DharmaAllowance.VaultOperation) {
            pre {
                self.isMovable(): self.obstacle()
                self.recoveredTo == nil:
                    "DharmaVault: Everything may leave the vault of \(self.address), which was recovered, without a request"
            }
            self.holdings.requireStill()
            if operation.kind == DharmaAllowance.Kind.withdraw {
                self.requireFree(operation.type!, operation.amount!)
            }
            if operation.kind == DharmaAllowance.Kind.withdrawNFT {
                self.requireHeld(operation.type!, operation.nftId!)
            }
            if let recoveryAddress = operation.recoveryAddress {
                self.requireSuitable(recoveryAddress)
            }
            self.requests.add(operation)
        }

        access(Own) fun cancel(requestId: UInt64) {
            self.holdings.requireStill()
            self.requests.end(requestId, cause: "cancelled")
        }

        /// A payment by another account, in a token that the vault holds already.
        access(contract) fun receive(_ from: @{FungibleToken.Vault}) {
            pre {
                self.isOpenToDeposits(): self.depositObstacle()
                self.holdings.getBalance(from.getType()) > 0.0:
                    "DharmaVault: The vault of \(self.address) does not hold \(from.getType().identifier)"
            }
            self.holdings.deposit(<- from, payment: nil)
        }

        /// Returns what was paid for storage.
        access(contract) fun close() {
            self.holdings.close(owner: self.getOwner())
        }

        access(contract) fun handOver(to: Address, proposalId: UInt64, reasonHash: String) {
            pre {
                !self.isMovable(): "DharmaVault: \(self.getOwner()) is not frozen"
                to == self.recoveryAddress:
                    "DharmaVault: The recovery address of \(self.address) was changed from \(to) to \(self.recoveryAddress?.toString() ?? "none")"
            }
            self.holdings.requireStill()
            self.recoveredTo = to
            self.recoveryAddress = nil
            self.recoveryAddressSince = getCurrentBlock().timestamp
            self.recoveryAddressBefore = nil
            self.requests.voidAll()
            emit Recovered(address: self.address, to: to, proposalId: proposalId, reasonHash: reasonHash)
        }

        access(contract) fun setLimit(_ type: Type, _ limit: UFix64) {
            self.allowances.setLimit(type, limit)
        }

        access(contract) fun setRecoveryAddress(_ after: Address) {
            self.requireSuitable(after)
            self.recoveryAddressBefore = self.recoveryAddress
            self.recoveryAddressSince = getCurrentBlock().timestamp
            self.recoveryAddress = after
        }

        /// Panics unless an address may become the recovery address: an account with keys that can sign, other than the owner
        /// and the present one.
        access(self) fun requireSuitable(_ recoveryAddress: Address) {
            pre {
                recoveryAddress != self.getOwner():
                    "DharmaVault: \(recoveryAddress) cannot be its own recovery address"
                recoveryAddress != self.recoveryAddress:
                    "DharmaVault: \(recoveryAddress) is the recovery address of \(self.address) already"
            }
            var weight = 0.0
            getAccount(recoveryAddress).keys.forEach(fun (key: AccountKey): Bool {
                weight = weight + (key.isRevoked ? 0.0 : key.weight)
                return weight < 1000.0
            })
            assert(
                weight >= 1000.0,
                message: "DharmaVault: Nobody can sign for \(recoveryAddress), whose keys weigh \(weight)"
            )
        }

        access(contract) view fun requireOwner(_ account: Address) {
            let owner = self.getOwner()
            if owner != account {
                panic(
                    owner == self.address
                        ? "DharmaVault: The vault of \(owner) is not one of \(account)"
                        : "DharmaVault: The vault of \(self.address) was recovered to \(owner)"
                )
            }
        }

        /// Uses up a request whose time has come.
        access(self) fun use(_ requestId: UInt64, _ kinds: [DharmaAllowance.Kind]): DharmaAllowance.VaultOperation {
            pre {
                self.isMovable(): self.obstacle()
            }
            self.holdings.requireStill()
            return self.requests.use(requestId, kinds)
        }

        access(self) view fun requireFree(_ type: Type, _ amount: UFix64) {
            pre {
                amount <= self.getFreeAmount(type):
                    "DharmaVault: Only \(self.getFreeAmount(type)) of \(type.identifier) is not requested already, less than \(amount)"
            }
        }

        access(self) view fun requireHeld(_ type: Type, _ nftId: UInt64) {
            pre {
                self.holdings.holdsNFT(type, nftId):
                    "DharmaVault: The vault of \(self.address) does not hold \(type.identifier) \(nftId)"
            }
        }

        access(self) view fun isMovable(): Bool {
            return !DharmaProtection.isFrozen(self.getOwner())
        }

        access(self) view fun obstacle(): String {
            return "DharmaVault: \(self.getOwner()) is frozen"
        }

        access(self) view fun isOpenToDeposits(): Bool {
            return self.recoveredTo == nil && !self.requests.isLeaveRequested()
        }

        access(self) view fun depositObstacle(): String {
            return self.recoveredTo == nil
                ? "DharmaVault: A request of \(self.address) to leave is pending; cancel it before a deposit"
                : "DharmaVault: The vault of \(self.address) was recovered to \(self.recoveredTo!)"
        }
    }

    /// The power over the vaults of the account that stores it, as long as it is the key that was bound there last. It
    /// holds nothing itself, so that it cannot carry a vault away.
    access(all) resource OwnerKey {

        /// The vault that the account opened.
        access(Own) view fun borrow(): auth(Own) &GuardedVault {
            return self.borrowRecovered(of: self.account())
        }

        /// A vault that another account opened, and that was recovered to this one.
        access(Own) view fun borrowRecovered(of address: Address): auth(Own) &GuardedVault {
            let account = self.account()
            let vault = (&DharmaVault.vaults[address] as auth(Own) &GuardedVault?)
                ?? panic("DharmaVault: \(address) has no vault")
            vault.requireOwner(account)
            if DharmaVault.boundKey[account] != self.uuid {
                panic("DharmaVault: The key stored in \(account) is not the one that was bound there last")
            }
            return vault
        }

        /// Closes a vault of the account when nothing is left in it, while leaving, and returns what was paid: who closes
        /// a vault opens another with any recovery address and allowances.
        access(Own) fun close(_ address: Address) {
            let _ = self.borrowRecovered(of: address)
            DharmaVault.close(address)
        }

        access(self) view fun account(): Address {
            return self.owner?.address ?? panic("DharmaVault: The key is not stored in an account")
        }
    }

    /// Carries out recoveries that the community decided. Only the contract that took this from storage holds it.
    access(all) resource Recoverer {
        /// Puts the recovery address that was decided on in the place of the frozen owner, unless the owner changed it since.
        /// Nothing moves, so that no token can stop it. A vault is recovered once: its new owner takes everything out.
        access(Recover) fun recover(address: Address, to: Address, proposalId: UInt64, reasonHash: String) {
            let vault = DharmaVault.existing(address)
            let formerOwner = vault.getOwner()
            vault.handOver(to: to, proposalId: proposalId, reasonHash: reasonHash)
            DharmaVault.forgetKey(formerOwner)
        }
    }

    access(self) let vaults: @{Address: GuardedVault}
    /// The uuid of the key that each owner bound last, as long as the owner has a vault: so its storage is paid for.
    access(self) let boundKey: {Address: UInt64}

    /// Opens a vault for an account, with its first allowances and the price of its own slots, and binds a key.
    access(all) fun open(
        // lint-allow security: a key is saved, nothing is read; a capability could be kept and used by others
        _ account: auth(SaveValue, GetStorageCapabilityController) &Account,
        recoveryAddress: Address,
        allowances: {Type: UFix64},
        storagePayment: @FlowToken.Vault
    ) {
        pre {
            self.vaults[account.address] == nil: "DharmaVault: \(account.address) has a vault already"
            !DharmaProtection.isFrozen(account.address): "DharmaVault: \(account.address) is frozen"
        }
        let address = account.address
        let vault <- create GuardedVault(address: address, storagePayment: <- storagePayment)
        vault.setRecoveryAddress(recoveryAddress)
        emit Opened(address: address, recoveryAddress: recoveryAddress)
        for type in allowances {
            vault.setLimit(type, allowances[type]!)
        }
        self.vaults[address] <-! vault
        self.bindKey(account, of: address)
    }

    /// Stores a fresh key in the account of the owner of a vault, at a path that is as fresh, so that nothing that lies in the
    /// account stops it, and makes every other key of that account powerless. Only who signs for the account has this
    /// reference to it: a capability, or a resource that the account once received, could be kept by others and used later.
    /// Capabilities that somebody who guessed the path issued are deleted.
    access(all) fun bindKey(
        // lint-allow security: a key is saved, nothing is read; a capability could be kept and used by others
        _ account: auth(SaveValue, GetStorageCapabilityController) &Account,
        of address: Address
    ) {
        self.existing(address).requireOwner(account.address)
        let key <- create OwnerKey()
        self.boundKey[account.address] = key.uuid
        emit KeyBound(address: account.address, keyId: key.uuid)
        let path = self.getKeyPath(account.address)
        for controller in account.capabilities.storage.getControllers(forPath: path) {
            controller.delete()
        }
        account.storage.save(<- key, to: path)
    }

    /// The uuid of the only key by which an account reaches its vaults.
    access(all) view fun getBoundKey(_ address: Address): UInt64? {
        return self.boundKey[address]
    }

    /// Where an account stores its bound key. No key lies at the path of an account that has bound none.
    access(all) view fun getKeyPath(_ address: Address): StoragePath {
        return StoragePath(identifier: "dharmaVaultKey_\(self.boundKey[address] ?? 0)")!
    }

    /// Why an account has no bound key.
    access(all) view fun describeMissingKey(_ address: Address): String {
        if let recoveredTo = self.borrowVault(address)?.recoveredTo ?? nil {
            return "DharmaVault: The vault of \(address) was recovered to \(recoveredTo)"
        }
        return "DharmaVault: The account \(address) has no key of a guarded vault"
    }

    access(all) view fun borrowVault(_ address: Address): &GuardedVault? {
        return &self.vaults[address]
    }

    /// Pays into somebody's vault, which must hold some of that token already.
    access(all) fun deposit(address: Address, from: @{FungibleToken.Vault}) {
        self.existing(address).receive(<- from)
    }

    access(contract) fun close(_ address: Address) {
        pre {
            self.existing(address).borrowHoldings().isEmpty(): "DharmaVault: The vault of \(address) is not empty"
            !DharmaProtection.isFrozen(self.existing(address).getOwner()):
                "DharmaVault: \(self.existing(address).getOwner()) is frozen"
            self.existing(address).isLeaving(): "DharmaVault: The vault of \(address) is closed only on a request to leave"
        }
        let owner = self.existing(address).getOwner()
        let vault <- self.vaults.remove(key: address)!
        emit Closed(address: address, returnedTo: owner)
        vault.close()
        destroy vault
        self.forgetKey(owner)
    }

    /// After a vault of an account was closed or recovered: its key stays bound only for the vault that it opened. For
    /// others that were recovered to it, it binds a key again.
    access(contract) fun forgetKey(_ address: Address) {
        if self.borrowVault(address)?.getOwner() != address {
            self.boundKey[address] = nil
        }
    }

    access(contract) view fun existing(_ address: Address): &GuardedVault {
        return self.borrowVault(address) ?? panic("DharmaVault: \(address) has no vault")
    }

    init() {
        self.recovererStoragePath = /storage/dharmaVaultRecoverer
        self.vaults <- {}
        self.boundKey = {}
        self.account.storage.save(<- create Recoverer(), to: self.recovererStoragePath)
    }
}
