/** One parameter of a transaction or script, with its Cadence type, such as `{Address: UFix64}`. */
export interface Parameter {
  name: string
  type: string
}

/** The doc comment and parameters of a transaction or script. */
export interface CadenceSource {
  doc: string
  parameters: Parameter[]
}

const DOC_AND_SIGNATURE =
  /((?:^\/\/\/.*\n)*)^(?:transaction|access\(all\) fun main)\s*(?:\(([^)]*)\))?/m

/** Parses the doc comment and parameters of a transaction or of a script's `main`. Throws on anything else. */
export function parseCadence(path: string, cadence: string): CadenceSource {
  const match = DOC_AND_SIGNATURE.exec(cadence)
  if (match === null) throw new Error(`${path} contains neither a transaction nor a script's main`)
  const [, doc = '', parameters = ''] = match
  if (doc === '')
    throw new Error(`${path} has no doc comment: add a /// comment that describes what it does`)
  return { doc: doc.replaceAll(/^\/\/\/ ?/gm, '').trim(), parameters: parseParameters(parameters) }
}

/** Parses the parameters between the brackets of a signature. */
export function parseParameters(text: string): Parameter[] {
  return splitAtTopLevel(text).map((part) => {
    const colon = part.indexOf(':')
    return { name: part.slice(0, colon).trim(), type: part.slice(colon + 1).trim() }
  })
}

/** Splits at the commas outside of brackets. */
function splitAtTopLevel(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const char of text) {
    if ('[{('.includes(char)) depth++
    if (']})'.includes(char)) depth--
    if (char === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += char
  }
  return [...parts, part].filter((p) => p.trim() !== '')
}
