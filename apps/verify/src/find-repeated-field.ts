/** Texts, field names with their colon, and the ends of objects. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}]/g

/**
 * The first field that an object of a valid JSON text has twice, `null` when none does. Parsers keep
 * one of the two and drop the other, so whoever reads the text may see another value than they do.
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
