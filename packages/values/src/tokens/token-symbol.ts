import { isFlowVault } from './flow-vault.ts'

/**
 * Returns a short name for a type of vaults or NFTs: 'FLOW', or the name of its contract, such as
 * 'Pass' for 'A.f8d6e0586b0a20c7.Pass.NFT'. Not unique: anybody can deploy a contract of any name,
 * but one called FLOW keeps its full type.
 */
export function getTokenSymbol(type: string): string {
  if (isFlowVault(type)) return 'FLOW'
  const name = type.split('.')[2] ?? type
  return name.toUpperCase() === 'FLOW' ? type : name
}
