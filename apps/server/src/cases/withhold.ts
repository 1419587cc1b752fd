import { parseArgs } from 'node:util'
import { FatalError } from '@app/values/errors.ts'
import { countCharacters, normalizeText } from '@app/values/plain-text.ts'
import { readAndClearConfig } from '../config.ts'
import { closeContext, createContext } from '../runtime/context.ts'
import { showText, withholdText } from './write-withheld-text.ts'

const USAGE = `Usage: npm run withhold -- HASH 'REASON'
       npm run withhold -- HASH --show

Stops showing a text of a person, such as a slander, or shows it again. HASH is its SHA-256: textHash in a case,
reasonHash in the vote archive. They keep it, and everybody reads REASON in the place of the text. Needs DATABASE_URL.
`

const { values, positionals } = parseArgs({
  options: { show: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  allowPositionals: true,
})

async function main(): Promise<string> {
  const [textHash = '', reason = ''] = positionals
  if (values.help) return USAGE
  if (!/^[0-9a-f]{64}$/.test(textHash)) throw new FatalError(`A hash has 64 hex digits.\n${USAGE}`)
  if (!values.show && countCharacters(reason) === 0)
    throw new FatalError(`Give a reason.\n${USAGE}`)
  const { databaseUrl, ...config } = readAndClearConfig()
  if (databaseUrl === null) throw new FatalError('Set DATABASE_URL to the database of the server.')
  const context = createContext({ ...config, databaseUrl })
  try {
    const isKnown = values.show
      ? await showText(context, textHash)
      : await withholdText(context, { textHash, reason: normalizeText(reason) })
    if (!isKnown)
      throw new FatalError(`No case, proposal or history has a text with the hash ${textHash}.`)
    return values.show ? 'The text is shown again.\n' : 'The text is withheld.\n'
  } finally {
    await closeContext(context)
  }
}

main().then(
  (message) => process.stdout.write(message),
  (error: unknown) => {
    if (!(error instanceof FatalError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  },
)
