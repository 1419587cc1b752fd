import type { Facts } from '../facts.ts'
import { ageInputs } from './age.ts'
import { frequencyInputs } from './frequency.ts'
import type { Input } from './input.ts'
import { outflowInputs } from './outflow.ts'
import { receivingInputs } from './receiving.ts'
import { rhythmInputs } from './rhythm.ts'

const ALL_INPUTS = {
  ...frequencyInputs,
  ...rhythmInputs,
  ...receivingInputs,
  ...outflowInputs,
  ...ageInputs,
} as const

export type InputName = keyof typeof ALL_INPUTS

/** Every input of the points tables, by name. */
export const INPUTS: Readonly<Record<InputName, Input>> = ALL_INPUTS

/** The inputs of one wallet; `null` is unknown. */
export type InputValues = Readonly<Record<InputName, number | null>>

const INPUT_NAMES = Object.keys(ALL_INPUTS) as InputName[]

/** Computes every input from the facts of a wallet. */
export function computeInputs(facts: Facts): InputValues {
  const values = {} as Record<InputName, number | null>
  for (const name of INPUT_NAMES) values[name] = INPUTS[name].compute(facts)
  return values
}
