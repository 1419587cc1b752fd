import { CONTRACTS } from '@app/contracts/contracts.generated.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { addContract, addWalletBook } from '@app/contracts/transactions.generated.ts'
import type { Chain } from '../chain/create-chain.ts'
import type { Deed } from '../chain/deed.ts'
import type { Control } from '../toolbox/control.ts'

/** In the order of their imports. */
const IN_ORDER = ['TestDollar', 'LotusToken', 'GardenPass', 'StonePrint', 'DharmaScore'] as const

/** Deploys the contracts of the local world to the service account, in one block. */
export async function deployContracts(chain: Chain, control: Control): Promise<void> {
  const deeds = [walletBook(chain), ...IN_ORDER.map((name) => contract(chain, name))]
  const sent: string[] = []
  for (const deed of deeds) sent.push(await chain.send(deed))
  await control.commitBlocks()
  for (const txId of sent) await chain.settle(txId)
}

function contract({ service }: Chain, name: (typeof IN_ORDER)[number]): Deed {
  const code = resolveImports(CONTRACTS[name], 'local')
  return { call: addContract({ name, code }), signers: [service.address] }
}

function walletBook({ service }: Chain): Deed {
  const call = addWalletBook({ code: CONTRACTS.FCL, publicKey: service.publicKeyHex })
  return { call, signers: [service.address] }
}
