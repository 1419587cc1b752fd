/** An error of a schema validation. */
interface SchemaError {
  keyword: string
  instancePath: string
  message: string
}

/** Formats the first schema error as one clause: its path, or `whole` for the value itself, and what it must be. */
export function formatSchemaError([first]: readonly SchemaError[], whole = 'the file'): string {
  const path = first?.instancePath.slice(1).replaceAll('/', '.') || whole
  // A field that the schema does not allow is checked against the schema `false`.
  return first?.keyword === 'boolean' ? `${path} is unknown` : `${path} ${first?.message}`
}
