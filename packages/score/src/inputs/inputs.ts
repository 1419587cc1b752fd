import { ageInputs } from './age.ts'
import { frequencyInputs } from './frequency.ts'
import { outflowInputs } from './outflow.ts'
import { receivingInputs } from './receiving.ts'
import { rhythmInputs } from './rhythm.ts'

/** Every input of the points tables, by name. */
export const INPUTS = {
  ...frequencyInputs,
  ...rhythmInputs,
  ...receivingInputs,
  ...outflowInputs,
  ...ageInputs,
} as const

export type InputName = keyof typeof INPUTS
