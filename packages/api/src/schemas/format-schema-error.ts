interface SchemaError {
  keyword: string
  instancePath: string
  params: object
  message: string
}

/** Formats the first schema error as one clause: its path, or `whole` for the value itself, and what it must be. */
export function formatSchemaError([first]: readonly SchemaError[], whole = 'the file'): string {
  const path = first?.instancePath.slice(1).replaceAll('/', '.') || whole
  // A field that the schema does not allow is checked against the schema `false`.
  if (first?.keyword === 'boolean') return `${path} is unknown`
  if (first !== undefined && 'allowedValue' in first.params) {
    return `${path} must be ${JSON.stringify(first.params.allowedValue)}`
  }
  return `${path} ${first?.message}`
}
