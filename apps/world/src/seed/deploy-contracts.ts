import { CONTRACTS } from '@app/contracts/contracts.generated.ts'
import { DEPLOYMENT_ORDER, STAND_INS } from '@app/contracts/deployment-order.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { addContract, addWalletBook } from '@app/contracts/transactions.generated.ts'
import type { Chain } from '../chain/create-chain.ts'
import type { Deed } from '../chain/deed.ts'
import { inOneBlock, type Place } from '../chain/in-one-block.ts'

/** In the order of their imports: the tokens and NFTs of this world, what emulators lack, and the product's own. */
const IN_ORDER = [
  ...(['TestDollar', 'LotusToken', 'GardenPass', 'StonePrint'] as const),
  ...STAND_INS,
  ...DEPLOYMENT_ORDER,
] as const satisfies readonly (keyof typeof CONTRACTS)[]

/** Deploys the contracts of the local world to the service account, in one block. */
export async function deployContracts(place: Place): Promise<void> {
  const { chain } = place
  await inOneBlock(place, [walletBook(chain), ...IN_ORDER.map((name) => contract(chain, name))])
}

function contract({ service }: Chain, name: keyof typeof CONTRACTS): Deed {
  const code = resolveImports(CONTRACTS[name], 'local')
  return { call: addContract({ name, code }), signers: [service.address] }
}

function walletBook({ service }: Chain): Deed {
  const call = addWalletBook({ code: CONTRACTS.FCL, publicKey: service.publicKeyHex })
  return { call, signers: [service.address] }
}
