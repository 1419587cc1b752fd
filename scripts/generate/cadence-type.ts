/** How a Cadence type is written in TypeScript, and the expression that encodes such a value. */
export interface Codec {
  typescript: string
  encoder: string
}

const SIMPLE: Readonly<Record<string, Codec>> = {
  Address: { typescript: 'Address', encoder: 'cdc.address' },
  Bool: { typescript: 'boolean', encoder: 'cdc.bool' },
  Int: { typescript: 'number | bigint', encoder: 'cdc.int' },
  PublicPath: { typescript: 'cdc.PublicPath', encoder: 'cdc.publicPath' },
  StoragePath: { typescript: 'cdc.StoragePath', encoder: 'cdc.storagePath' },
  String: { typescript: 'string', encoder: 'cdc.string' },
  UFix64: { typescript: 'bigint', encoder: 'cdc.ufix64' },
  UInt64: { typescript: 'bigint', encoder: 'cdc.uint64' },
}

/** The codec of a Cadence type: simple, optional, array or dictionary. Throws on a type nobody encodes yet. */
export function codecOf(type: string): Codec {
  if (type.endsWith('?')) return optional(codecOf(type.slice(0, -1)))
  const [first, last] = [type.at(0), type.at(-1)]
  if (first === '[' && last === ']') return array(codecOf(inner(type)))
  if (first === '{' && last === '}') {
    const [key = '', value = ''] = inner(type).split(/:(.*)/s)
    return dictionary(codecOf(key.trim()), codecOf(value.trim()))
  }
  const simple = SIMPLE[type]
  if (simple === undefined) throw new Error(`No encoder for the Cadence type ${type}`)
  return simple
}

const inner = (type: string) => type.slice(1, -1).trim()

const optional = (of: Codec): Codec => ({
  typescript: `${of.typescript} | null`,
  encoder: `cdc.optionalOf(${of.encoder})`,
})

const array = (of: Codec): Codec => ({
  typescript: `readonly (${of.typescript})[]`,
  encoder: `cdc.arrayOf(${of.encoder})`,
})

const dictionary = (key: Codec, value: Codec): Codec => ({
  typescript: `ReadonlyMap<${key.typescript}, ${value.typescript}>`,
  encoder: `cdc.dictionaryOf(${key.encoder}, ${value.encoder})`,
})
