import { contractAddress } from '@app/contracts/resolve-imports.ts'

/** Where accounts keep a token; identifiers of storage and public paths. */
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

/** Cadence's identifier of the type of dollars. */
export const DOLLARS = `A.${contractAddress('TestDollar', 'local').slice(2)}.TestDollar.Vault`

/** The NFT collections of the local world; one identifier serves both the storage and the public path. */
export const COLLECTIONS = {
  GardenPass: 'gardenPassCollection',
  StonePrint: 'stonePrintCollection',
} as const

export type Collection = keyof typeof COLLECTIONS
