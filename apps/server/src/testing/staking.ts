import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import { NETWORKS } from '@app/values/network.ts'

/** The id of the node that `registerNode` registers. */
const NODE_ID = 'ab'.repeat(32)

/** A key of BLS with its proof of possession, and one of ECDSA, that belong to nobody. */
const NODE_KEYS = {
  staking:
    'acdaf53f3910ed450d9de20a3fc1946fc3f3c8cc53d485a14d2907c2ccca81890f5140b1b4781a808b58121ef72b45e4' +
    '14406f7907681275d3fbcfb84b2b513496f1f3f7e96301486f5a27248ad95e748d72b998f2c50da92830b3b229c4c41c',
  proof:
    '85b92f7b85f0345c20fd380487b6ae11f7ef8b3c75b7b4ee69f4cfbae2f4a3401e98af899867bcf801f02017caf350be',
  networking:
    'f0b99ff3dd4534979c9a77e8287cc59cee0b12c5d9b749aa06572dc2340519ae' +
    '50d900071a94880fb273c9428fe053a31040268141d6d42c6d3c29c6dca7370a',
}

const STAKING = `import FlowIDTableStaking from ${NETWORKS.local.systemContracts.FlowIDTableStaking}`

const COLLECTION = `${STAKING}
import FlowStakingCollection from ${NETWORKS.local.systemContracts.FlowIDTableStaking}
import LockedTokens from ${NETWORKS.local.systemContracts.FlowIDTableStaking}
import "FlowToken"
import "FungibleToken"`

/** Registers a collection node, to which others delegate. Signed by an account with enough FLOW. */
export const registerNode = (amount: bigint): CadenceCall => ({
  name: 'register a node',
  cadence: `${STAKING}
import "FlowToken"
import "FungibleToken"

transaction(id: String, address: String, networkingKey: String, stakingKey: String, proof: String, amount: UFix64) {
    prepare(signer: auth(Storage) &Account) {
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        let node <- FlowIDTableStaking.addNodeRecord(
            id: id,
            role: 1,
            networkingAddress: address,
            networkingKey: networkingKey,
            stakingKey: stakingKey,
            stakingKeyPoP: proof,
            tokensCommitted: <- flow.withdraw(amount: amount)
        )
        signer.storage.save(<- node, to: FlowIDTableStaking.NodeStakerStoragePath)
    }
}`,
  args: [
    arg.string(NODE_ID),
    arg.string('node.example.com:3569'),
    arg.string(NODE_KEYS.networking),
    arg.string(NODE_KEYS.staking),
    arg.string(NODE_KEYS.proof),
    arg.ufix64(amount),
  ],
})

/** Delegates FLOW to the node, as the signer's first stake. */
export const delegate = (amount: bigint): CadenceCall => ({
  name: 'delegate',
  cadence: `${STAKING}
import "FlowToken"
import "FungibleToken"

transaction(nodeId: String, amount: UFix64) {
    prepare(signer: auth(Storage) &Account) {
        let flow = signer.storage.borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        let delegator <- FlowIDTableStaking.registerNewDelegator(
            nodeID: nodeId,
            tokensCommitted: <- flow.withdraw(amount: amount)
        )
        signer.storage.save(<- delegator, to: FlowIDTableStaking.DelegatorStoragePath)
    }
}`,
  args: [arg.string(NODE_ID), arg.ufix64(amount)],
})

/** Takes FLOW out of the signer's stake before it counts. */
export const undelegate = (amount: bigint): CadenceCall => ({
  name: 'undelegate',
  cadence: `${STAKING}
import "FlowToken"

transaction(amount: UFix64) {
    prepare(signer: auth(BorrowValue) &Account) {
        let delegator = signer.storage
            .borrow<auth(FlowIDTableStaking.DelegatorOwner) &FlowIDTableStaking.NodeDelegator>(
                from: FlowIDTableStaking.DelegatorStoragePath
            )!
        let flow = signer.storage.borrow<&FlowToken.Vault>(from: /storage/flowTokenVault)!
        delegator.requestUnstaking(amount: amount)
        flow.deposit(from: <- delegator.withdrawUnstakedTokens(amount: amount))
    }
}`,
  args: [arg.ufix64(amount)],
})

/** Moves the resource that controls the first signer's stake to the second. */
export const handOverStake = (): CadenceCall => ({
  name: 'hand over a stake',
  cadence: `${STAKING}

transaction {
    prepare(from: auth(Storage) &Account, to: auth(Storage) &Account) {
        let delegator <- from.storage
            .load<@FlowIDTableStaking.NodeDelegator>(from: FlowIDTableStaking.DelegatorStoragePath)!
        to.storage.save(<- delegator, to: FlowIDTableStaking.DelegatorStoragePath)
    }
}`,
  args: [],
})

/** Lets the first signer stake also what lies in the locked account of the second one, through a collection of its stakes. */
export const openStakingCollection = (): CadenceCall => ({
  name: 'open a collection of stakes',
  cadence: `${COLLECTION}

transaction {
    prepare(owner: auth(Storage, Capabilities) &Account, locked: auth(Storage, Capabilities) &Account) {
        let vault = locked.capabilities.storage.issue<auth(FungibleToken.Withdraw) &FlowToken.Vault>(/storage/flowTokenVault)
        locked.storage.save(<- LockedTokens.createLockedTokenManager(vault: vault), to: LockedTokens.LockedTokenManagerStoragePath)
        let manager = locked.capabilities.storage
            .issue<auth(FungibleToken.Withdraw, LockedTokens.UnlockTokens) &LockedTokens.LockedTokenManager>(
                LockedTokens.LockedTokenManagerStoragePath
            )
        owner.storage.save(
            <- LockedTokens.createTokenHolder(lockedAddress: locked.address, tokenManager: manager),
            to: LockedTokens.TokenHolderStoragePath
        )
        let holder = owner.capabilities.storage
            .issue<auth(FungibleToken.Withdraw, LockedTokens.TokenOperations) &LockedTokens.TokenHolder>(
                LockedTokens.TokenHolderStoragePath
            )
        let unlocked = owner.capabilities.storage.issue<auth(FungibleToken.Withdraw) &FlowToken.Vault>(/storage/flowTokenVault)
        owner.storage.save(
            <- FlowStakingCollection.createStakingCollection(unlockedVault: unlocked, tokenHolder: holder),
            to: FlowStakingCollection.StakingCollectionStoragePath
        )
    }
}`,
  args: [],
})

const withCollection = (name: string, amount: bigint, statements: string): CadenceCall => ({
  name,
  cadence: `${COLLECTION}

transaction(node: String, amount: UFix64) {
    prepare(owner: auth(BorrowValue) &Account) {
        let stakes = owner.storage
            .borrow<auth(FlowStakingCollection.CollectionOwner) &FlowStakingCollection.StakingCollection>(
                from: FlowStakingCollection.StakingCollectionStoragePath
            )!
        ${statements}
    }
}`,
  args: [arg.string(NODE_ID), arg.ufix64(amount)],
})

/** Delegates through the collection: what lies in the locked account first. */
export const delegateFromCollection = (amount: bigint): CadenceCall =>
  withCollection(
    'delegate from a collection',
    amount,
    'stakes.registerDelegator(nodeID: node, amount: amount)',
  )

/** Takes FLOW out before it counts: to the owner first, as much as it staked. */
export const undelegateFromCollection = (amount: bigint): CadenceCall =>
  withCollection(
    'undelegate from a collection',
    amount,
    `let delegator = stakes.getDelegatorIDs()[0].delegatorID
        stakes.requestUnstaking(nodeID: node, delegatorID: delegator, amount: amount)
        stakes.withdrawUnstakedTokens(nodeID: node, delegatorID: delegator, amount: amount)`,
  )
