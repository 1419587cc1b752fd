import type { CONTRACTS } from './contracts.generated.ts'

/** Stand-ins for contracts of Flow Actions, which emulators lack; deployed before the product's contracts. */
export const STAND_INS = ['DeFiActions'] as const satisfies readonly (keyof typeof CONTRACTS)[]

/** The product's contracts in the order of their imports; all of them live in one account. */
export const DEPLOYMENT_ORDER = [
  'DharmaScore',
  'DharmaConsent',
  'DharmaProtectionTypes',
  'DharmaProtection',
  'DharmaVoterEligibility',
  'DharmaAllowance',
  'DharmaCustody',
  'DharmaVault',
  'DharmaGovernanceActions',
  'DharmaGovernance',
  'DharmaSchedulerQuote',
  'DharmaRecheck',
  'DharmaSettlementScheduler',
  'DharmaConnectors',
] as const satisfies readonly (keyof typeof CONTRACTS)[]
