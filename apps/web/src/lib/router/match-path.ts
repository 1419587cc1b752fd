export type PathParams = Readonly<Record<string, string>>

/**
 * Matches a path with a pattern such as '/wallet/:address?'. Returns the values of its parameters, or null when the
 * path is another one. A slash at the end and letter case of fixed parts make no difference.
 */
export function matchPath(pattern: string, pathname: string): PathParams | null {
  const wanted = splitPath(pattern)
  const given = splitPath(pathname)
  if (given.length > wanted.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index]
    const name = part.match(/^:(\w+)\??$/)?.[1]
    if (name === undefined && value?.toLowerCase() !== part) return null
    if (value === undefined && !part.endsWith('?')) return null
    if (name !== undefined && value !== undefined) params[name] = decodePart(value)
  }
  return params
}

const splitPath = (path: string): string[] => path.split('/').filter((part) => part !== '')

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
