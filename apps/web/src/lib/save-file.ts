export const saveJsonFile = (name: string, content: unknown): void =>
  saveTextFile(name, `${JSON.stringify(content, null, 2)}\n`, 'application/json')

/** Some browsers start to read the file only some time after the click. */
const URL_LIFETIME_MS = 30_000

export function saveTextFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}
