/** What a schema says of a value that it refuses. */
interface ShapeError {
  instancePath: string
  message: string
}

/** The first place where a value is not as its schema says, and what is wrong there. */
export function faultOf([first]: readonly ShapeError[]): string {
  const place = first?.instancePath.replace(/^\//, '').replaceAll('/', '.')
  return `${place || 'the whole'} ${first?.message}`
}
