/** Replaces schemas with references and collects the referenced schemas. */
export interface SchemaRegistry {
  /** Schemas with a title found so far. */
  components: Record<string, unknown>
  /** Returns a copy of `schema` in which each schema with a title is a reference to a component. */
  toReference(schema: unknown): unknown
}

export function createSchemaRegistry(): SchemaRegistry {
  const components: Record<string, unknown> = {}

  function toReference(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(toReference)
    if (typeof schema !== 'object' || schema === null) return schema
    const entries = Object.entries(schema).filter(([name]) => !name.startsWith('x-'))
    const copy = Object.fromEntries(entries.map(([name, value]) => [name, toReference(value)]))
    const { title } = copy
    if (typeof title !== 'string') return copy
    components[title] = copy
    return { $ref: `#/components/schemas/${title}` }
  }

  return { components, toReference }
}
