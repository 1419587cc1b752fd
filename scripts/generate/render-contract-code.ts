import { NETWORK_NAMES, NETWORKS } from '@app/values/network.ts'
import type { CadenceFile, Parameter, Signature } from './read-cadence-files.ts'

/** First line of every generated file. */
const GENERATED_BANNER =
  '// Made by `npm run generate` from the .cdc files: change those, not this.\n'

const IMPORTS = `import { arg } from '@app/flow/decode/cadence-arg.ts'
import type { Address } from '@app/values/address.ts'
import type { CadenceCall } from './resolve-imports.ts'
`

/** Renders TypeScript with one typed builder of a `CadenceCall` for each transaction or script. */
export function renderCalls(files: CadenceFile[], folder: string): string {
  const calls = files.map((file) => renderCall(file, folder)).join('\n')
  return `${GENERATED_BANNER}${IMPORTS}\n${calls}`
}

function renderCall({ name, cadence, call }: CadenceFile, folder: string): string {
  if (call === null) throw new Error(`${name} contains neither a transaction nor a script's main`)
  const { doc, parameters } = call
  if (doc === '')
    throw new Error(`${name} has no doc comment: add a /// comment that describes what it does`)
  const signature =
    parameters.length === 0 ? '' : `args: { ${parameters.map(renderField).join('; ')} }`
  return `/**
 * ${doc.replaceAll('\n', '\n * ')}
 * Source: ${folder}/${name}.cdc
 */
export const ${toCamelCase(name)} = (${signature}): CadenceCall => ({
  name: '${name}',
  cadence: ${toTemplateLiteral(cadence)},
  args: [${parameters.map(renderArgument).join(', ')}],
})
`
}

const renderField = ({ name, type }: Parameter) => `${name}: ${toArgumentEncoder(type).typescript}`
const renderArgument = ({ name, type }: Parameter) => toArgumentEncoder(type).encode(`args.${name}`)

/** Returns the name of a .cdc file without its folder. */
function toBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Converts 'tokens/send_tokens' to sendTokens. */
function toCamelCase(name: string): string {
  return toBaseName(name).replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns a template literal that evaluates to exactly the text. */
export function toTemplateLiteral(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, (found) => `\\${found}`)}\``
}

/** The TypeScript type for a Cadence type, and the code that encodes an expression of it as an argument. */
interface ArgumentEncoder {
  typescript: string
  encode: (expression: string) => string
}

const createSimpleEncoder = (typescript: string, method: string): ArgumentEncoder => ({
  typescript,
  encode: (expression) => `arg.${method}(${expression})`,
})

const createIntegerEncoder = (type: string): ArgumentEncoder => ({
  typescript: 'bigint | number',
  encode: (expression) => `arg.integer('${type}', ${expression})`,
})

/** A path argument is given by its identifier, such as 'flowTokenVault'. */
const createPathEncoder = (domain: string): ArgumentEncoder => ({
  typescript: 'string',
  encode: (expression) => `arg.path('${domain}', ${expression})`,
})

const SIMPLE_ENCODERS: Readonly<Record<string, ArgumentEncoder>> = {
  Address: createSimpleEncoder('Address', 'address'),
  Bool: createSimpleEncoder('boolean', 'bool'),
  PublicPath: createPathEncoder('public'),
  StoragePath: createPathEncoder('storage'),
  String: createSimpleEncoder('string', 'string'),
  UFix64: createSimpleEncoder('bigint', 'ufix64'),
}

const INTEGER = /^(?:U?Int|Word)\d*$/

/** Returns the encoder of a Cadence type: simple, optional, array or dictionary. Throws on any other. */
export function toArgumentEncoder(type: string): ArgumentEncoder {
  if (type.endsWith('?')) return createOptionalEncoder(toArgumentEncoder(type.slice(0, -1)))
  if (type.startsWith('[')) return createArrayEncoder(toArgumentEncoder(stripBrackets(type)))
  if (type.startsWith('{')) {
    const [key = '', value = ''] = stripBrackets(type).split(/:(.*)/s)
    return createDictionaryEncoder(toArgumentEncoder(key.trim()), toArgumentEncoder(value.trim()))
  }
  const encoder = INTEGER.test(type) ? createIntegerEncoder(type) : SIMPLE_ENCODERS[type]
  if (encoder === undefined) throw new Error(`No encoder for the Cadence type ${type}`)
  return encoder
}

const stripBrackets = (type: string) => type.slice(1, -1).trim()

const createOptionalEncoder = (item: ArgumentEncoder): ArgumentEncoder => ({
  typescript: `${item.typescript} | null`,
  encode: (value) => `arg.optional(${value} === null ? null : ${item.encode(value)})`,
})

const createArrayEncoder = (item: ArgumentEncoder): ArgumentEncoder => ({
  typescript: `readonly (${item.typescript})[]`,
  encode: (values) => `arg.array(${values}.map((item) => ${item.encode('item')}))`,
})

const createDictionaryEncoder = (
  key: ArgumentEncoder,
  value: ArgumentEncoder,
): ArgumentEncoder => ({
  typescript: `ReadonlyMap<${key.typescript}, ${value.typescript}>`,
  encode: (map) =>
    `arg.dictionary([...${map}].map(([key, value]) => ({ key: ${key.encode('key')}, value: ${value.encode('value')} })))`,
})

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
  return `${comment}  '${contract}.${name}': { ${parameters.map(renderEventField).join('; ')} }\n`
}

const renderEventField = ({ name, type }: Parameter) => `${name}: ${toDecodedType(type)}`

const DECODED: Readonly<Record<string, string>> = {
  Address: 'Address',
  Bool: 'boolean',
  String: 'string',
  UFix64: 'bigint',
}

/** Returns the TypeScript type of a decoded value of a Cadence type. Throws on a type that no event uses so far. */
export function toDecodedType(type: string): string {
  if (type.endsWith('?')) return `${toDecodedType(type.slice(0, -1))} | null`
  if (type.startsWith('[')) return `readonly (${toDecodedType(type.slice(1, -1).trim())})[]`
  const decoded = INTEGER.test(type) ? 'bigint' : DECODED[type]
  if (decoded === undefined) throw new Error(`No TypeScript for the Cadence type ${type}`)
  return decoded
}

/** The part of flow.json with the addresses of contracts. */
export interface FlowJson {
  contracts: Record<string, { aliases: Record<string, string> }>
  dependencies: Record<string, { aliases: Record<string, string> }>
}

/** Renders TypeScript with the address of every contract of flow.json on each network. */
export function renderAddresses(flowJson: FlowJson): string {
  const contracts = { ...flowJson.contracts, ...flowJson.dependencies }
  const addresses = Object.fromEntries(
    NETWORK_NAMES.map((name) => [name, listAliases(contracts, NETWORKS[name].flowJsonName)]),
  )
  return `${GENERATED_BANNER}import type { Network } from '@app/values/network.ts'

/** Where contracts are, by network and contract name. Source: flow.json. */
export const CONTRACT_ADDRESSES: Readonly<Record<Network, Readonly<Record<string, string>>>> =
  ${JSON.stringify(addresses, null, 2)}
`
}

function listAliases(contracts: FlowJson['contracts'], network: string): Record<string, string> {
  const found = Object.entries(contracts).flatMap(([name, contract]) => {
    const alias = contract.aliases[network]
    return alias === undefined ? [] : [[name, `0x${alias}`] as const]
  })
  return Object.fromEntries(found)
}
