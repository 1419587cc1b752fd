/** Replaces schemas by references and keeps what they refer to. */
export interface Referrer {
  /** Named schemas met so far. */
  components: Record<string, unknown>
  /** A copy of `schema` in which each schema with a title is a reference to a component. */
  refer(schema: unknown): unknown
}

export function createReferrer(): Referrer {
  const components: Record<string, unknown> = {}

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer)
    if (typeof schema !== 'object' || schema === null) return schema
    const entries = Object.entries(schema).filter(([name]) => !name.startsWith('x-'))
    const copy = Object.fromEntries(entries.map(([name, value]) => [name, refer(value)]))
    const { title } = copy
    if (typeof title !== 'string') return copy
    components[title] = copy
    return { $ref: `#/components/schemas/${title}` }
  }

  return { components, refer }
}
