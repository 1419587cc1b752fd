/** Number of the signers that run; the DAO's third key stays in dao.json. */
export const COSIGNER_COUNT = 2

export const COSIGNER_INDEXES = Array.from({ length: COSIGNER_COUNT }, (_, index) => index)

/**
 * Returns the name of a signer's database, and of its PostgreSQL role: roles belong to the whole
 * server, so the name contains that of the main database.
 */
export const buildCosignerName = (mainUrl: string, index: number): string =>
  `${new URL(mainUrl).pathname.slice(1)}_signer_${index + 1}`

/** Returns the URL of a signer's own database. */
export const buildCosignerUrl = (mainUrl: string, index: number): string =>
  buildDatabaseUrl(mainUrl, buildCosignerName(mainUrl, index))

/** Returns the URL of another database of the same server. */
export function buildDatabaseUrl(mainUrl: string, name: string): string {
  const url = new URL(mainUrl)
  url.pathname = `/${name}`
  return url.href
}
