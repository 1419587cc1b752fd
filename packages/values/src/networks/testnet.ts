import { toAddress } from '../address.ts'
import { defineNetwork } from '../define-network.ts'
import { toEvmAddress } from '../evm-address.ts'
import { SHOWN_NETWORKS } from '../shown-networks.ts'

const FLOW_FEES = toAddress('0x912d5440f7e3769e')

/** The public test network of Flow. System contracts: Flow's list of core contracts. */
export const testnet = defineNetwork({
  ...SHOWN_NETWORKS.testnet,
  chainId: 'flow-testnet',
  flowJsonName: 'testnet',
  accessNodeUrl: 'https://rest-testnet.onflow.org',
  // The node allows 30 event calls, 5 scripts and 100 other calls per second and IP address.
  callsPerSecond: { event: 30, script: 5, other: 80 },
  explorerTxUrl: 'https://testnet.flowscan.io/tx/{id}',
  walletDiscoveryUrl: 'https://fcl-discovery.onflow.org/testnet/authn',
  faucetUrl: 'https://faucet.flow.com',
  addressCodeWord: { high: 0x6834ba37, low: 0xb3980209 },
  systemContracts: {
    Burner: toAddress('0x9a0766d93b6608b7'),
    EVM: toAddress('0x8c5303eaa26202d6'),
    FlowFees: FLOW_FEES,
    FlowIDTableStaking: toAddress('0x9eca2b38b18b5dfe'),
    FlowStorageFees: toAddress('0x8c5303eaa26202d6'),
    FlowToken: toAddress('0x7e60df042a9c0868'),
    FlowTransactionScheduler: toAddress('0x8c5303eaa26202d6'),
    FlowTransactionSchedulerUtils: toAddress('0x8c5303eaa26202d6'),
    FungibleToken: toAddress('0x9a0766d93b6608b7'),
    FungibleTokenMetadataViews: toAddress('0x9a0766d93b6608b7'),
    MetadataViews: toAddress('0x631e88ae7f1d7c20'),
    NFTStorefrontV2: toAddress('0x2d55b98eb200daef'),
    NonFungibleToken: toAddress('0x631e88ae7f1d7c20'),
    ViewResolver: toAddress('0x631e88ae7f1d7c20'),
  },
  childAccountContract: toAddress('0x294e44e1ec6993c6'),
  // After the fee contract its children, so that fees of parallel transactions do not collide.
  feeAccounts: [
    FLOW_FEES,
    toAddress('0xe1ac6b2740d204c2'),
    toAddress('0x05cbd2fa5128041d'),
    toAddress('0x139fb7c9c82c0e7c'),
  ],
  evmChainId: 545,
  evmTokens: [
    {
      address: toEvmAddress('0xd3bF53DAC106A0290B0483EcBC89d40FcC961f3e'),
      symbol: 'WFLOW',
      name: 'Wrapped Flow',
      decimals: 18,
      isWrappedFlow: true,
    },
  ],
  // Source: flow.json of onflow/flow-evm-bridge.
  evmBridge: toAddress('0xdfc20aee650fcbdf'),
  // Source: README.md of onflow/flow-evm-bridge.
  evmBridgeCoa: toEvmAddress('0x0000000000000000000000023f946ffbc8829bfd'),
  tipToleranceBlocks: 120,
  startHeight: 'recent',
})
