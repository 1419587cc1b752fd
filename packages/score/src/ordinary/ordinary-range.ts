import type { InputName } from '../inputs/inputs.ts'
import type { Unit } from './input-measures.ts'
import type { Quartiles } from './quartiles.ts'

/** What ordinary wallets show where a reason speaks of an input, with the value of the wallet itself. */
export interface OrdinaryRange extends Quartiles {
  input: InputName
  unit: Unit
  value: number
  /** In plain words, without a full stop. */
  text: string
}
