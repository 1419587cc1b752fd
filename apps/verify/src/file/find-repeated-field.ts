/** Strings, field names with their colon, and the braces of objects. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}]/g

/**
 * Returns the first field that an object of a valid JSON text has twice; `null` when there is none. Parsers
 * drop one of the two values, so a reader of the text may see another value than the parser.
 */
export function findRepeatedField(json: string): string | null {
  const open: Set<string>[] = []
  for (const [token, colon] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (colon !== undefined) {
      const name: string = JSON.parse(token.slice(0, -colon.length))
      if (open.at(-1)?.has(name)) return name
      open.at(-1)?.add(name)
    }
  }
  return null
}
