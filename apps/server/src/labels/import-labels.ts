import { FatalError } from '@app/values/errors.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { closeContext, createContext } from '../runtime/context.ts'
import { importLabelFile } from './import-label-file.ts'

const USAGE = 'DATABASE_URL=postgres://… npm run import-labels -- FILE'

/** Imports a file of labels into the database of the environment. Returns the line to print. */
async function main(file: string | undefined): Promise<string> {
  const config = readConfig()
  const { databaseUrl } = config
  if (file === undefined || databaseUrl === null) throw new FatalError(`Usage: ${USAGE}`)
  const context = createContext({ ...config, databaseUrl })
  try {
    await migrate(context.pool)
    return `${await importLabelFile(context, file)} labels loaded from ${file}`
  } finally {
    await closeContext(context)
  }
}

try {
  process.stdout.write(`${await main(process.argv[2])}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
