import type { CONTRACTS } from './contracts.generated.ts'

/** The product's contracts in the order of their imports; all of them live in one account. */
export const DEPLOYMENT_ORDER = [
  'DharmaScore',
  'DharmaConsent',
  'DharmaMarks',
  'DharmaProtection',
  'DharmaElectorate',
  'DharmaAllowance',
  'DharmaChest',
  'DharmaVault',
  'DharmaMeasures',
  'DharmaGovernance',
  'DharmaSlots',
  'DharmaRecheck',
  'DharmaClerk',
  'DharmaActions',
] as const satisfies readonly (keyof typeof CONTRACTS)[]
