import type { OrdinaryInputs } from './compute-ordinary-inputs.ts'

const HEAD = `// Written by \`npm run fit\`; what the numbers mean and where they come from is in docs/scoring.md.

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
