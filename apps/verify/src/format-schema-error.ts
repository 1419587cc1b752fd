/** An error of a schema validation. */
interface SchemaError {
  instancePath: string
  message: string
}

/** Formats the first schema error, with its path. */
export function formatSchemaError([first]: readonly SchemaError[]): string {
  const path = first?.instancePath.replace(/^\//, '').replaceAll('/', '.')
  return `${path || 'the file'} ${first?.message}`
}
