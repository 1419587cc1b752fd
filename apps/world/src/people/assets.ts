import { getContractAddress } from '@app/contracts/resolve-imports.ts'

/** Identifiers of the storage and public paths of a token. */
export interface TokenPaths {
  vault: string
  receiver: string
  balance: string
}

/** The tokens of the local world by their symbols. */
export const TOKENS = {
  FLOW: { vault: 'flowTokenVault', receiver: 'flowTokenReceiver', balance: 'flowTokenBalance' },
  TUSD: { vault: 'testDollarVault', receiver: 'testDollarReceiver', balance: 'testDollarReceiver' },
  LOTUS: {
    vault: 'lotusTokenVault',
    receiver: 'lotusTokenReceiver',
    balance: 'lotusTokenReceiver',
  },
} as const satisfies Record<string, TokenPaths>

export type Token = keyof typeof TOKENS

/** Cadence type identifiers of dollars and prints. */
export const DOLLAR_VAULT_TYPE = buildTypeIdentifier('TestDollar', 'Vault')
export const PRINT_NFT_TYPE = buildTypeIdentifier('StonePrint', 'NFT')

/** The NFT collections of the local world; one identifier serves both the storage and the public path. */
export const COLLECTIONS = {
  GardenPass: 'gardenPassCollection',
  StonePrint: 'stonePrintCollection',
} as const

export type Collection = keyof typeof COLLECTIONS

function buildTypeIdentifier(contract: string, name: string): string {
  return `A.${getContractAddress(contract, 'local').slice(2)}.${contract}.${name}`
}
