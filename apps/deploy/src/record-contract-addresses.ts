import { readFile, rename, writeFile } from 'node:fs/promises'
import type { ContractAddresses } from '@app/contracts/resolve-imports.ts'

interface FlowJson {
  contracts: Record<string, { source: string; aliases: Record<string, string> }>
}

/**
 * Writes the testnet addresses of the contracts to flow.json, atomically. Returns whether that changed anything.
 */
export async function recordContractAddresses(
  flowJsonPath: string,
  contractAddresses: ContractAddresses,
): Promise<boolean> {
  const before = await readFile(flowJsonPath, 'utf8')
  const flowJson: FlowJson = JSON.parse(before)
  for (const [name, address] of Object.entries(contractAddresses)) {
    const contract = flowJson.contracts[name]
    if (contract !== undefined) contract.aliases.testnet = address.replace(/^0x/, '')
  }
  if (JSON.stringify(flowJson) === JSON.stringify(JSON.parse(before))) return false
  const draft = `${flowJsonPath}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(flowJson, null, 2)}\n`)
  await rename(draft, flowJsonPath)
  return true
}
