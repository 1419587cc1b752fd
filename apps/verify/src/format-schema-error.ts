/** What a schema says of a value that it refuses. */
interface SchemaError {
  instancePath: string
  message: string
}

/** The first place where a value is not as its schema says, and what is wrong there. */
export function formatSchemaError([first]: readonly SchemaError[]): string {
  const place = first?.instancePath.replace(/^\//, '').replaceAll('/', '.')
  return `${place || 'the whole'} ${first?.message}`
}
