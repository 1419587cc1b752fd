import { type Parameter, parseParameters } from './parse-cadence.ts'

/** An event that a contract declares. */
export interface EventSource {
  /** The /// comment, empty where there is none. */
  doc: string
  name: string
  parameters: Parameter[]
}

const EVENT = /((?:^ {4}\/\/\/.*\n)*)^ {4}access\(all\) event (\w+)\(([^)]*)\)/gm

/** Returns the events that the contract itself declares, in source order. */
export function parseEvents(cadence: string): EventSource[] {
  return [...cadence.matchAll(EVENT)].map(([, doc = '', name = '', parameters = '']) => ({
    doc: doc.replaceAll(/^ *\/\/\/ ?/gm, '').trim(),
    name,
    parameters: parseParameters(parameters.replaceAll(/\/\/.*$/gm, '')),
  }))
}
