/** Some browsers begin to read a file only a while after they were told to keep it. */
const URL_LIFETIME_MS = 30_000

/** Hands the visitor a JSON file to keep. */
export function saveJsonFile(name: string, content: unknown): void {
  const text = `${JSON.stringify(content, null, 2)}\n`
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}
