import { computeInputs, INPUTS, type InputName } from '@app/score/inputs/inputs.ts'
import { computeQuartiles, type Quartiles } from '@app/score/ordinary/quartiles.ts'
import type { WalletSet } from '../read-wallets.ts'

/** Quartiles of every input; `null` where no wallet has a value. */
type OrdinaryInputs = Record<InputName, Quartiles | null>

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

const HEAD = `// Written by \`npm run fit\`; what the numbers mean and where they come from is in docs/build/scoring.md.

import type { InputName } from '../inputs/inputs.ts'
import type { Quartiles } from '../ordinary/quartiles.ts'

/** Quartiles of every input over labelled ordinary wallets; \`null\` where none of them has a value. */
export const ORDINARY_INPUTS: Readonly<Record<InputName, Quartiles | null>> = {
`

/** Renders the quartiles of ordinary wallets as TypeScript. */
export function renderOrdinaryInputs(inputs: OrdinaryInputs): string {
  return `${HEAD}${Object.entries(inputs).map(renderInput).join('')}}\n`
}

function renderInput([name, quartiles]: [string, OrdinaryInputs[keyof OrdinaryInputs]]): string {
  if (quartiles === null) return `  ${name}: null,\n`
  const fields = Object.entries(quartiles).map(([field, value]) => `${field}: ${value}`)
  return `  ${name}: { ${fields.join(', ')} },\n`
}
