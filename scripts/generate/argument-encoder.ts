/** The TypeScript type for a Cadence type, and the code that encodes an expression of it as an argument. */
export interface ArgumentEncoder {
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
