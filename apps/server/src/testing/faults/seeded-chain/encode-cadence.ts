import type { Address } from '@app/values/address.ts'

/** A value of JSON-CDC, Cadence's JSON data interchange format. */
export type CadenceJson = { type: string; value: unknown }

/** Builders of the values that the events of a history consist of. */
export const cadence = {
  text: (value: string): CadenceJson => ({ type: 'String', value }),
  integer: (
    type: 'Int' | 'UInt' | 'UInt8' | 'UInt16' | 'UInt64',
    value: bigint | number,
  ): CadenceJson => ({
    type,
    value: String(value),
  }),
  /** `units` are 10⁻⁸. */
  ufix64: (units: bigint): CadenceJson => ({ type: 'UFix64', value: formatFixedPoint(units) }),
  bytes: (value: Uint8Array): CadenceJson => ({
    type: 'Array',
    value: Array.from(value, (byte) => cadence.integer('UInt8', byte)),
  }),
  address: (value: Address): CadenceJson => ({ type: 'Address', value }),
  optional: (value: CadenceJson | null): CadenceJson => ({ type: 'Optional', value }),
  dictionary: (entries: readonly [CadenceJson, CadenceJson][]): CadenceJson => ({
    type: 'Dictionary',
    value: entries.map(([key, value]) => ({ key, value })),
  }),
  struct: (fields: Readonly<Record<string, CadenceJson>>): CadenceJson => ({
    type: 'Struct',
    value: { id: 's.result', fields: listFields(fields) },
  }),
}

/** Encodes the payload of an event as nodes send it. */
export function encodeEvent(type: string, fields: Readonly<Record<string, CadenceJson>>): string {
  return encodeBase64({ type: 'Event', value: { id: type, fields: listFields(fields) } })
}

export function encodeBase64(json: unknown): string {
  return Buffer.from(JSON.stringify(json), 'utf8').toString('base64')
}

const listFields = (fields: Readonly<Record<string, CadenceJson>>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }))

function formatFixedPoint(units: bigint): string {
  const digits = units.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
