import { computeInputs, INPUTS, type InputName } from '@app/score/inputs/inputs.ts'
import { computeQuartiles, type Quartiles } from '@app/score/ordinary/quartiles.ts'
import type { WalletSet } from '../read/read-wallet-sets.ts'

/** Quartiles of every input; `null` where no wallet has a value. */
export type OrdinaryInputs = Record<InputName, Quartiles | null>

/**
 * Computes the quartiles of every input over the ordinary wallets of all sets, each with the same weight. A
 * wallet for which an input is unknown does not count there.
 */
export function computeOrdinaryInputs(sets: readonly WalletSet[]): OrdinaryInputs {
  const ordinary = sets.flatMap(({ wallets }) => wallets.filter(({ isIllicit }) => !isIllicit))
  const values = ordinary.map(({ facts }) => computeInputs(facts))
  const names = Object.keys(INPUTS) as InputName[]
  const listKnown = (name: InputName) => values.flatMap((own) => own[name] ?? [])
  return Object.fromEntries(
    names.map((name) => [name, computeQuartiles(listKnown(name))]),
  ) as OrdinaryInputs
}
