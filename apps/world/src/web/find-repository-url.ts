import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { FatalError } from '@app/values/errors.ts'

const run = promisify(execFile)

/**
 * Finds the website of the repository: the setting `REPOSITORY_URL`, or where this checkout was cloned from. Returns `null`
 * where that has none, such as in a clone of another folder. Throws `FatalError` on a setting that is no website.
 */
export async function findRepositoryUrl(setting: string | undefined): Promise<string | null> {
  if (setting) return checkWebsite(setting)
  const remote = await run('git', ['remote', 'get-url', 'origin'], { cwd: import.meta.dirname })
    .then(({ stdout }) => stdout.trim())
    .catch(() => '')
  return toWebsite(remote)
}

function checkWebsite(setting: string): string {
  if (/^https?:\/\/./.test(setting)) return setting
  throw new FatalError(
    `REPOSITORY_URL is ${setting}. Set it to a URL that begins with http:// or https://, or leave it out.`,
  )
}

/** The forms in which git names a repository of a host: by SSH, in short or as a URL, and by HTTPS. */
const REMOTE =
  /^(?:[\w-]+@|ssh:\/\/(?:[\w-]+@)?|https:\/\/(?:[^@/]*@)?)(?<host>[a-z\d-]+(?:\.[a-z\d-]+)+)[:/](?<path>[\w./~-]+?)(?:\.git)?\/?$/i

/** Returns the website of a remote without names and passwords, or `null` for a folder and what is not a remote. */
export function toWebsite(remote: string): string | null {
  const { host, path } = REMOTE.exec(remote)?.groups ?? {}
  return host === undefined ? null : `https://${host}/${path}`
}
