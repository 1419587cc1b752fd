const HEADER = `# What other code can see and call of the contracts: each declaration that is not access(self), and every path.
# Change it only on purpose, with "npm run generate -- --surface".
`

/**
 * A declaration up to its body, with its indentation. A brace of a body is followed by white space, one of a type is not;
 * parameters may have functions for types.
 */
const DECLARATION =
  /^( *)(?=access\((?!self\))|(?:view )?init\()((?:[^(){\n]|\{(?=[\w@&])|\((?:[^()]|\([^()]*\))*\))+)/gm

const COMMENT = /\/\/.*$/gm
const PATH = /\/(?:storage|public|private)\/\w+/g

/** Returns the list of what other code can see of contracts, given their Cadence. */
export const renderSurface = (contracts: readonly string[]): string =>
  [HEADER, ...contracts.map(renderContract)].join('\n')

function renderContract(source: string): string {
  const cadence = source.replaceAll(COMMENT, '')
  const declarations = [...cadence.matchAll(DECLARATION)].map(
    ([, indent = '', text = '']) => indent + joinLines(text),
  )
  const paths = [...new Set(cadence.match(PATH))].sort().map((path) => `    path ${path}`)
  return [...declarations, ...paths, ''].join('\n')
}

const joinLines = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\( | \)/g, (bracket) => bracket.trim())
    .trim()
