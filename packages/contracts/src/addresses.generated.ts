// Made by `npm run generate` from the .cdc files: change those, not this.
import type { Network } from '@app/values/network.ts'

/** Where contracts are, by network and contract name. Source: flow.json. */
export const CONTRACT_ADDRESSES: Readonly<Record<Network, Readonly<Record<string, string>>>> =
  {
  "local": {
    "DeFiActions": "0xf8d6e0586b0a20c7",
    "DharmaConnectors": "0xf8d6e0586b0a20c7",
    "DharmaAllowance": "0xf8d6e0586b0a20c7",
    "DharmaCustody": "0xf8d6e0586b0a20c7",
    "DharmaConsent": "0xf8d6e0586b0a20c7",
    "DharmaVoterEligibility": "0xf8d6e0586b0a20c7",
    "DharmaFlaggers": "0xf8d6e0586b0a20c7",
    "DharmaGovernance": "0xf8d6e0586b0a20c7",
    "DharmaProtectionTypes": "0xf8d6e0586b0a20c7",
    "DharmaProposals": "0xf8d6e0586b0a20c7",
    "DharmaProtection": "0xf8d6e0586b0a20c7",
    "DharmaRecheck": "0xf8d6e0586b0a20c7",
    "DharmaScore": "0xf8d6e0586b0a20c7",
    "DharmaReports": "0xf8d6e0586b0a20c7",
    "DharmaStanding": "0xf8d6e0586b0a20c7",
    "DharmaTime": "0xf8d6e0586b0a20c7",
    "DharmaVault": "0xf8d6e0586b0a20c7",
    "FCL": "0xf8d6e0586b0a20c7",
    "GardenPass": "0xf8d6e0586b0a20c7",
    "LotusToken": "0xf8d6e0586b0a20c7",
    "StonePrint": "0xf8d6e0586b0a20c7",
    "TestDollar": "0xf8d6e0586b0a20c7",
    "FlowStorageFees": "0xf8d6e0586b0a20c7",
    "FlowToken": "0x0ae53cb6e3f42a79",
    "FlowTransactionScheduler": "0xf8d6e0586b0a20c7",
    "FungibleToken": "0xee82856bf20e2aa6",
    "FungibleTokenMetadataViews": "0xee82856bf20e2aa6",
    "MetadataViews": "0xf8d6e0586b0a20c7",
    "NonFungibleToken": "0xf8d6e0586b0a20c7",
    "ViewResolver": "0xf8d6e0586b0a20c7"
  },
  "testnet": {
    "DeFiActions": "0x0b11b1848a8aa2c0",
    "FlowStorageFees": "0x8c5303eaa26202d6",
    "FlowToken": "0x7e60df042a9c0868",
    "FlowTransactionScheduler": "0x8c5303eaa26202d6",
    "FungibleToken": "0x9a0766d93b6608b7",
    "FungibleTokenMetadataViews": "0x9a0766d93b6608b7",
    "MetadataViews": "0x631e88ae7f1d7c20",
    "NonFungibleToken": "0x631e88ae7f1d7c20",
    "ViewResolver": "0x631e88ae7f1d7c20"
  }
}
