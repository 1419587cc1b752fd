import type { CadenceFile, Parameter, Signature } from './read-cadence-files.ts'
import { GENERATED_BANNER, toBaseName } from './render-calls.ts'

/** Renders TypeScript with the fields of every event of our own contracts, by contract and event. */
export function renderEvents(files: CadenceFile[]): string {
  const events = files.flatMap((file) =>
    file.events.map((event) => renderEvent(toBaseName(file.name), event)),
  )
  return `${GENERATED_BANNER}import type { Address } from '@app/values/address.ts'

/**
 * Fields of the events of our own contracts, as \`decodeCadence\` gives them: amounts, times and
 * integers are bigint, UFix64 in units of 10⁻⁸. Source: contracts/
 */
export interface ContractEvents {
${events.join('')}}
`
}

function renderEvent(contract: string, { doc, name, parameters }: Signature): string {
  const comment = doc === '' ? '' : `  /** ${doc.replaceAll('\n', ' ')} */\n`
  return `${comment}  '${contract}.${name}': { ${parameters.map(renderField).join('; ')} }\n`
}

const renderField = ({ name, type }: Parameter) => `${name}: ${toDecodedType(type)}`

const DECODED: Readonly<Record<string, string>> = {
  Address: 'Address',
  Bool: 'boolean',
  String: 'string',
  UFix64: 'bigint',
}

const INTEGER = /^(?:U?Int|Word)\d*$/

/** Returns the TypeScript type of a decoded value of a Cadence type. Throws on a type that no event uses so far. */
export function toDecodedType(type: string): string {
  if (type.endsWith('?')) return `${toDecodedType(type.slice(0, -1))} | null`
  if (type.startsWith('[')) return `readonly (${toDecodedType(type.slice(1, -1).trim())})[]`
  const decoded = INTEGER.test(type) ? 'bigint' : DECODED[type]
  if (decoded === undefined) throw new Error(`No TypeScript for the Cadence type ${type}`)
  return decoded
}
