/** How a Cadence type is written in TypeScript, and how an expression of it becomes an argument. */
export interface Codec {
  typescript: string
  encode: (expression: string) => string
}

const simple = (typescript: string, maker: string): Codec => ({
  typescript,
  encode: (expression) => `arg.${maker}(${expression})`,
})

const integer = (type: string): Codec => ({
  typescript: 'bigint | number',
  encode: (expression) => `arg.integer('${type}', ${expression})`,
})

/** A path argument is given by its identifier, such as 'flowTokenVault'. */
const path = (domain: string): Codec => ({
  typescript: 'string',
  encode: (expression) => `arg.path('${domain}', ${expression})`,
})

const SIMPLE: Readonly<Record<string, Codec>> = {
  Address: simple('Address', 'address'),
  Bool: simple('boolean', 'bool'),
  PublicPath: path('public'),
  StoragePath: path('storage'),
  String: simple('string', 'string'),
  UFix64: simple('bigint', 'ufix64'),
}

const INTEGER = /^(?:U?Int|Word)\d*$/

/** The codec of a Cadence type: simple, optional, array or dictionary. Throws on any other. */
export function codecOf(type: string): Codec {
  if (type.endsWith('?')) return optional(codecOf(type.slice(0, -1)))
  if (type.startsWith('[')) return array(codecOf(inner(type)))
  if (type.startsWith('{')) {
    const [key = '', value = ''] = inner(type).split(/:(.*)/s)
    return dictionary(codecOf(key.trim()), codecOf(value.trim()))
  }
  const codec = INTEGER.test(type) ? integer(type) : SIMPLE[type]
  if (codec === undefined) throw new Error(`No encoder for the Cadence type ${type}`)
  return codec
}

const inner = (type: string) => type.slice(1, -1).trim()

const optional = (of: Codec): Codec => ({
  typescript: `${of.typescript} | null`,
  encode: (value) => `arg.optional(${value} === null ? null : ${of.encode(value)})`,
})

const array = (of: Codec): Codec => ({
  typescript: `readonly (${of.typescript})[]`,
  encode: (values) => `arg.array(${values}.map((item) => ${of.encode('item')}))`,
})

const dictionary = (key: Codec, value: Codec): Codec => ({
  typescript: `ReadonlyMap<${key.typescript}, ${value.typescript}>`,
  encode: (map) =>
    `arg.dictionary([...${map}].map(([key, value]) => ({ key: ${key.encode('key')}, value: ${value.encode('value')} })))`,
})
