import { toAddress } from '../address.ts'
import { defineNetwork } from '../define-network.ts'
import { SHOWN_NETWORKS } from '../shown-networks.ts'

const SERVICE_ACCOUNT = toAddress('0xf8d6e0586b0a20c7')
const FLOW_FEES = toAddress('0xe5a8b7f23e8b548f')

/** An emulator on this machine. System contracts: flow-go `fvm/systemcontracts`. */
export const local = defineNetwork({
  ...SHOWN_NETWORKS.local,
  chainId: 'flow-emulator',
  flowJsonName: 'emulator',
  accessNodeUrl: 'http://127.0.0.1:8888',
  callsPerSecond: { event: 1_000, script: 200, other: 1_000 },
  explorerTxUrl: null,
  walletDiscoveryUrl: null,
  faucetUrl: null,
  addressCodeWord: { high: 0x1cb15985, low: 0x7af02018 },
  systemContracts: {
    Burner: SERVICE_ACCOUNT,
    EVM: SERVICE_ACCOUNT,
    FlowFees: FLOW_FEES,
    FlowIDTableStaking: SERVICE_ACCOUNT,
    FlowStorageFees: SERVICE_ACCOUNT,
    FlowToken: toAddress('0x0ae53cb6e3f42a79'),
    FlowTransactionScheduler: SERVICE_ACCOUNT,
    FlowTransactionSchedulerUtils: SERVICE_ACCOUNT,
    FungibleToken: toAddress('0xee82856bf20e2aa6'),
    FungibleTokenMetadataViews: toAddress('0xee82856bf20e2aa6'),
    MetadataViews: SERVICE_ACCOUNT,
    NFTStorefrontV2: SERVICE_ACCOUNT,
    NonFungibleToken: SERVICE_ACCOUNT,
    ViewResolver: SERVICE_ACCOUNT,
  },
  childAccountContract: null,
  feeAccounts: [FLOW_FEES],
  evmChainId: 646,
  evmTokens: [],
  evmBridge: null,
  evmBridgeCoa: null,
  tipToleranceBlocks: 0,
  startHeight: 0,
})
