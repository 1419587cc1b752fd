/** Some browsers start to read the file only some time after the click. */
const URL_LIFETIME_MS = 30_000

/** Starts the download of a JSON file. */
export function saveJsonFile(name: string, content: unknown): void {
  const text = `${JSON.stringify(content, null, 2)}\n`
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}
