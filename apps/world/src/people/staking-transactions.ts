import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import type { TransactionRequest } from '../create-chain.ts'

/** Where an emulator has the contracts of staking. Source: flow-go `fvm/systemcontracts`. */
const SERVICE_ACCOUNT = '0xf8d6e0586b0a20c7'

const IMPORTS = `
import FlowIDTableStaking from ${SERVICE_ACCOUNT}
import FlowStakingCollection from ${SERVICE_ACCOUNT}
import "FlowToken"
import "FungibleToken"
`

/** The id of the only node, and keys of it that belong to nobody: for BLS with its proof of possession, and for ECDSA. */
const NODE_ID = 'ab'.repeat(32)
const STAKING_KEY =
  'acdaf53f3910ed450d9de20a3fc1946fc3f3c8cc53d485a14d2907c2ccca81890f5140b1b4781a808b58121ef72b45e4' +
  '14406f7907681275d3fbcfb84b2b513496f1f3f7e96301486f5a27248ad95e748d72b998f2c50da92830b3b229c4c41c'
const STAKING_KEY_PROOF =
  '85b92f7b85f0345c20fd380487b6ae11f7ef8b3c75b7b4ee69f4cfbae2f4a3401e98af899867bcf801f02017caf350be'
const NETWORKING_KEY =
  'f0b99ff3dd4534979c9a77e8287cc59cee0b12c5d9b749aa06572dc2340519ae50d900071a94880fb273c9428fe053a31040268141d6d42c6d3c29c6dca7370a'

/** More than a collection node needs to have staked before others may delegate to it. */
const NODE_STAKE = '300000.0'

/** What all stakes together get in an epoch: about one percent. */
const REWARDS_OF_EPOCH = '3000.0'

const REGISTER_NODE = `${IMPORTS}
transaction(
    id: String, networkingKey: String, stakingKey: String, proof: String, stake: UFix64, rewards: UFix64
) {
    prepare(service: auth(BorrowValue, SaveValue) &Account) {
        let flow = service.storage
            .borrow<auth(FungibleToken.Withdraw) &FlowToken.Vault>(from: /storage/flowTokenVault)!
        let node <- FlowIDTableStaking.addNodeRecord(
            id: id,
            role: 1,
            networkingAddress: "node.example.com:3569",
            networkingKey: networkingKey,
            stakingKey: stakingKey,
            stakingKeyPoP: proof,
            tokensCommitted: <- flow.withdraw(amount: stake)
        )
        service.storage.save(<- node, to: FlowIDTableStaking.NodeStakerStoragePath)
        let admin = service.storage
            .borrow<&FlowIDTableStaking.Admin>(from: FlowIDTableStaking.StakingAdminStoragePath)!
        admin.setApprovedList({id: true})
        admin.setEpochTokenPayout(rewards)
    }
}`

/** Registers the node to which people delegate, signed by the service account of an emulator. */
export const buildNodeRegistrationRequest = (service: Address): TransactionRequest =>
  buildRequest(service, {
    name: 'register_node',
    cadence: REGISTER_NODE,
    args: [
      ...[NODE_ID, NETWORKING_KEY, STAKING_KEY, STAKING_KEY_PROOF].map(arg.string),
      ...[NODE_STAKE, REWARDS_OF_EPOCH].map((amount) => arg.ufix64(parseUfix64(amount))),
    ],
  })

const BEGIN_EPOCH = `${IMPORTS}
transaction {
    prepare(service: auth(BorrowValue) &Account) {
        let admin = service.storage
            .borrow<&FlowIDTableStaking.Admin>(from: FlowIDTableStaking.StakingAdminStoragePath)!
        admin.payRewards(forEpochCounter: 0, rewardsSummary: admin.calculateRewards())
        admin.endStakingAuction()
        admin.moveTokens(newEpochCounter: 0)
        admin.startStakingAuction()
    }
}`

/** Begins an epoch, as the network does every week: stakes get their rewards, and requests of the last one come into effect. */
export const buildEpochRequest = (service: Address): TransactionRequest =>
  buildRequest(service, { name: 'begin_epoch', cadence: BEGIN_EPOCH, args: [] })

const withStake = (statement: string) => `
transaction(node: String, amount: UFix64) {
    prepare(owner: auth(BorrowValue) &Account) {
        let stakes = owner.storage
            .borrow<auth(FlowStakingCollection.CollectionOwner) &FlowStakingCollection.StakingCollection>(
                from: FlowStakingCollection.StakingCollectionStoragePath
            )!
        let delegator = stakes.getDelegatorIDs()[0].delegatorID
        ${statement}
    }
}`

/** Transactions of somebody who stakes, with an amount of FLOW. */
const STAKE_CALLS = {
  /** Delegates FLOW of the signer's vault; the first time at least 50. */
  delegate: `
transaction(node: String, amount: UFix64) {
    prepare(owner: auth(BorrowValue, SaveValue, IssueStorageCapabilityController) &Account) {
        let path = FlowStakingCollection.StakingCollectionStoragePath
        if owner.storage.type(at: path) == nil {
            let flow = owner.capabilities.storage
                .issue<auth(FungibleToken.Withdraw) &FlowToken.Vault>(/storage/flowTokenVault)
            owner.storage.save(
                <- FlowStakingCollection.createStakingCollection(unlockedVault: flow, tokenHolder: nil),
                to: path
            )
        }
        let stakes = owner.storage
            .borrow<auth(FlowStakingCollection.CollectionOwner) &FlowStakingCollection.StakingCollection>(from: path)!
        let delegators = stakes.getDelegatorIDs()
        if delegators.length == 0 {
            stakes.registerDelegator(nodeID: node, amount: amount)
        } else {
            stakes.stakeNewTokens(nodeID: node, delegatorID: delegators[0].delegatorID, amount: amount)
        }
    }
}`,
  /** Asks for a part of the stake, which is free after two epochs, or at once where it did not count yet. */
  unstake: withStake(
    'stakes.requestUnstaking(nodeID: node, delegatorID: delegator, amount: amount)',
  ),
  /** Takes what is free of the stake back to the signer's vault. */
  withdrawStake: withStake(
    'stakes.withdrawUnstakedTokens(nodeID: node, delegatorID: delegator, amount: amount)',
  ),
  withdrawRewards: withStake(
    'stakes.withdrawRewardedTokens(nodeID: node, delegatorID: delegator, amount: amount)',
  ),
}

export const buildStakeRequest = (
  name: keyof typeof STAKE_CALLS,
  owner: Address,
  amount: string,
): TransactionRequest =>
  buildRequest(owner, {
    name,
    cadence: `${IMPORTS}${STAKE_CALLS[name]}`,
    args: [arg.string(NODE_ID), arg.ufix64(parseUfix64(amount))],
  })

const buildRequest = (signer: Address, call: CadenceCall): TransactionRequest => ({
  call,
  signers: [signer],
})
