/** The TypeScript type for a Cadence type, and the code that encodes an expression of it as an argument. */
export interface ArgumentEncoder {
  typescript: string
  encode: (expression: string) => string
}

const simpleEncoder = (typescript: string, method: string): ArgumentEncoder => ({
  typescript,
  encode: (expression) => `arg.${method}(${expression})`,
})

const integerEncoder = (type: string): ArgumentEncoder => ({
  typescript: 'bigint | number',
  encode: (expression) => `arg.integer('${type}', ${expression})`,
})

/** A path argument is given by its identifier, such as 'flowTokenVault'. */
const pathEncoder = (domain: string): ArgumentEncoder => ({
  typescript: 'string',
  encode: (expression) => `arg.path('${domain}', ${expression})`,
})

const SIMPLE_ENCODERS: Readonly<Record<string, ArgumentEncoder>> = {
  Address: simpleEncoder('Address', 'address'),
  Bool: simpleEncoder('boolean', 'bool'),
  PublicPath: pathEncoder('public'),
  StoragePath: pathEncoder('storage'),
  String: simpleEncoder('string', 'string'),
  UFix64: simpleEncoder('bigint', 'ufix64'),
}

const INTEGER = /^(?:U?Int|Word)\d*$/

/** Returns the encoder of a Cadence type: simple, optional, array or dictionary. Throws on any other. */
export function toArgumentEncoder(type: string): ArgumentEncoder {
  if (type.endsWith('?')) return optionalEncoder(toArgumentEncoder(type.slice(0, -1)))
  if (type.startsWith('[')) return arrayEncoder(toArgumentEncoder(stripBrackets(type)))
  if (type.startsWith('{')) {
    const [key = '', value = ''] = stripBrackets(type).split(/:(.*)/s)
    return dictionaryEncoder(toArgumentEncoder(key.trim()), toArgumentEncoder(value.trim()))
  }
  const encoder = INTEGER.test(type) ? integerEncoder(type) : SIMPLE_ENCODERS[type]
  if (encoder === undefined) throw new Error(`No encoder for the Cadence type ${type}`)
  return encoder
}

const stripBrackets = (type: string) => type.slice(1, -1).trim()

const optionalEncoder = (item: ArgumentEncoder): ArgumentEncoder => ({
  typescript: `${item.typescript} | null`,
  encode: (value) => `arg.optional(${value} === null ? null : ${item.encode(value)})`,
})

const arrayEncoder = (item: ArgumentEncoder): ArgumentEncoder => ({
  typescript: `readonly (${item.typescript})[]`,
  encode: (values) => `arg.array(${values}.map((item) => ${item.encode('item')}))`,
})

const dictionaryEncoder = (key: ArgumentEncoder, value: ArgumentEncoder): ArgumentEncoder => ({
  typescript: `ReadonlyMap<${key.typescript}, ${value.typescript}>`,
  encode: (map) =>
    `arg.dictionary([...${map}].map(([key, value]) => ({ key: ${key.encode('key')}, value: ${value.encode('value')} })))`,
})
