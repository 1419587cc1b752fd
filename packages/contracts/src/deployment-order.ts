import type { CONTRACTS } from './contracts.generated.ts'

/**
 * Substitutes for contracts of Flow Actions, which emulators lack; deployed before the product's
 * contracts.
 */
export const LOCAL_ONLY_CONTRACTS = [
  'DeFiActions',
] as const satisfies readonly (keyof typeof CONTRACTS)[]

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
  'DharmaStorageDeposit',
  'DharmaAllowance',
  'DharmaCustody',
  'DharmaVault',
  'DharmaGovernance',
  'DharmaSchedulerQuote',
  'DharmaRecheck',
  'DharmaSettlementScheduler',
  'DharmaConnectors',
] as const satisfies readonly (keyof typeof CONTRACTS)[]
