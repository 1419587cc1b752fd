import { toArgumentEncoder } from './argument-encoder.ts'
import type { CadenceFile, Parameter } from './read-cadence-files.ts'

/** First line of every generated file. */
export const BANNER = '// Made by `npm run generate` from the .cdc files: change those, not this.\n'

const IMPORTS = `import { arg } from '@app/flow/decode/cadence-arg.ts'
import type { Address } from '@app/values/address.ts'
import type { CadenceCall } from './cadence-call.ts'
`

/** Renders TypeScript with one typed builder of a `CadenceCall` for each transaction or script. */
export function renderCalls(files: CadenceFile[], folder: string): string {
  const calls = files.map((file) => renderCall(file, folder)).join('\n')
  return `${BANNER}${IMPORTS}\n${calls}`
}

function renderCall({ name, cadence, call }: CadenceFile, folder: string): string {
  if (call === null) throw new Error(`${name} contains neither a transaction nor a script's main`)
  const { doc, parameters } = call
  if (doc === '')
    throw new Error(`${name} has no doc comment: add a /// comment that describes what it does`)
  const signature =
    parameters.length === 0 ? '' : `args: { ${parameters.map(renderField).join('; ')} }`
  return `/**
 * ${doc.replaceAll('\n', '\n * ')}
 * Source: ${folder}/${name}.cdc
 */
export const ${toCamelCase(name)} = (${signature}): CadenceCall => ({
  name: '${name}',
  cadence: ${toTemplateLiteral(cadence)},
  args: [${parameters.map(renderArgument).join(', ')}],
})
`
}

const renderField = ({ name, type }: Parameter) => `${name}: ${toArgumentEncoder(type).typescript}`
const renderArgument = ({ name, type }: Parameter) => toArgumentEncoder(type).encode(`args.${name}`)

/** Returns the name of a .cdc file without its folder. */
export function toBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Converts 'tokens/send_tokens' to sendTokens. */
function toCamelCase(name: string): string {
  return toBaseName(name).replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns a template literal that evaluates to exactly the text. */
export function toTemplateLiteral(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, (found) => `\\${found}`)}\``
}
