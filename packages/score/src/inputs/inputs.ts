import { ageInputs } from './age.ts'
import { frequencyInputs } from './frequency.ts'
import { outflowInputs } from './outflow.ts'

/** Every input of the points tables, by name. */
export const INPUTS = { ...frequencyInputs, ...outflowInputs, ...ageInputs } as const

export type InputName = keyof typeof INPUTS
