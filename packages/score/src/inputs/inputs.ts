import type { Facts } from '../facts.ts'
import { ageInputs } from './age.ts'
import { frequencyInputs } from './frequency.ts'
import type { Input } from './input.ts'
import { outflowInputs } from './outflow.ts'
import { receivingInputs } from './receiving.ts'
import { rhythmInputs } from './rhythm.ts'

const ALL = {
  ...frequencyInputs,
  ...rhythmInputs,
  ...receivingInputs,
  ...outflowInputs,
  ...ageInputs,
} as const

export type InputName = keyof typeof ALL

/** Every input of the points tables, by name. */
export const INPUTS: Readonly<Record<InputName, Input>> = ALL

/** The inputs of one wallet; `null` is unknown. */
export type Values = Readonly<Record<InputName, number | null>>

const NAMES = Object.keys(ALL) as InputName[]

/** Reads every input from the facts of a wallet, each once. */
export function readInputs(facts: Facts): Values {
  const values = {} as Record<InputName, number | null>
  for (const name of NAMES) values[name] = INPUTS[name].of(facts)
  return values
}
