import { CONTRACTS } from '@app/contracts/contracts.generated.ts'
import { DEPLOYMENT_ORDER, LOCAL_ONLY_CONTRACTS } from '@app/contracts/deployment-order.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { addContract, addWalletBook } from '@app/contracts/transactions.generated.ts'
import type { Chain } from '../chain/create-chain.ts'
import { type ChainHandle, submitInOneBlock } from '../chain/send-in-one-block.ts'
import type { TransactionRequest } from '../chain/transaction-request.ts'

/**
 * In the order of their imports: the tokens and NFTs of this world, stand-ins for contracts that
 * emulators lack, and the product's contracts.
 */
const CONTRACTS_IN_ORDER = [
  ...(['TestDollar', 'LotusToken', 'GardenPass', 'StonePrint'] as const),
  ...LOCAL_ONLY_CONTRACTS,
  ...DEPLOYMENT_ORDER,
] as const satisfies readonly (keyof typeof CONTRACTS)[]

/** Deploys the contracts of the local world to the service account, in one block. */
export async function deployContracts(chainHandle: ChainHandle): Promise<void> {
  const { chain } = chainHandle
  await submitInOneBlock(chainHandle, [
    buildDevWalletDeployment(chain),
    ...CONTRACTS_IN_ORDER.map((name) => buildDeployment(chain, name)),
  ])
}

function buildDeployment({ service }: Chain, name: keyof typeof CONTRACTS): TransactionRequest {
  const code = resolveImports(CONTRACTS[name], 'local')
  return { call: addContract({ name, code }), signers: [service.address] }
}

function buildDevWalletDeployment({ service }: Chain): TransactionRequest {
  const call = addWalletBook({ code: CONTRACTS.FCL, publicKey: service.publicKeyHex })
  return { call, signers: [service.address] }
}
