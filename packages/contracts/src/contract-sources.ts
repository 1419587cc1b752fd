import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { FatalError } from '@app/values/errors.ts'

/**
 * Substitutes for contracts of Flow Actions, which emulators lack; deployed before the product's
 * contracts.
 */
export const LOCAL_ONLY_CONTRACTS = ['DeFiActions'] as const

/**
 * The product's contracts in the order of their imports; all of them are deployed to one account.
 */
export const DEPLOYMENT_ORDER = [
  'DharmaTime',
  'DharmaStanding',
  'DharmaScore',
  'DharmaConsent',
  'DharmaProtectionTypes',
  'DharmaProposals',
  'DharmaProtection',
  'DharmaFlaggers',
  'DharmaReports',
  'DharmaVoterEligibility',
  'DharmaCustody',
  'DharmaAllowance',
  'DharmaVault',
  'DharmaGovernance',
  'DharmaRecheck',
  'DharmaConnectors',
] as const

const FOLDER = join(import.meta.dirname, '../contracts')

/** Files of our own contracts by contract name. */
const FILES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.cdc'))
    .map((file) => [basename(file, '.cdc'), join(FOLDER, file)]),
)

/** Reads the Cadence of one of our own contracts. Throws `FatalError` when there is none of that name. */
export function readContractSource(name: string): string {
  const file = FILES.get(name)
  if (file === undefined) throw new FatalError(`There is no contract ${name}.`)
  return readFileSync(file, 'utf8')
}
