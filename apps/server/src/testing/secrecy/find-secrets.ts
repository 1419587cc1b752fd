/** Secrets by name, such as 'key of the agent'. */
type Secrets = Readonly<Record<string, string>>

/**
 * Lists the names of the secrets that a text contains: as they are, in either case, in base64, or as a
 * list of bytes, of the text of the secret and, where it is hex, of its bytes.
 */
export function findSecrets(text: string, secrets: Secrets): string[] {
  const compact = text.replaceAll(/\s/g, '')
  const haystack = { compact, lowerCase: text.toLowerCase() }
  return Object.entries(secrets)
    .filter(([, secret]) => hasSecret(haystack, secret))
    .map(([name]) => name)
}

interface Haystack {
  /** The text without spaces and line breaks. */
  compact: string
  lowerCase: string
}

function hasSecret({ compact, lowerCase }: Haystack, secret: string): boolean {
  if (lowerCase.includes(secret.toLowerCase())) return true
  return listEncodings(secret).some((encoding) => compact.includes(encoding))
}

function listEncodings(secret: string): string[] {
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(secret)
  const forms = [Buffer.from(secret), ...(isHex ? [Buffer.from(secret, 'hex')] : [])]
  return forms.flatMap((bytes) => [
    // Without the last characters, which depend on what follows.
    bytes.toString('base64').slice(0, -3),
    bytes.toString('base64url').slice(0, -2),
    [...bytes].join(','),
  ])
}
