/** Returns the SHA-256 of a text in UTF-8: 64 hex digits in lower case. */
export async function hashText(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return encodeHex(new Uint8Array(hash))
}

/** Returns a text in UTF-8 as hex digits in lower case. */
export const encodeTextAsHex = (text: string): string => encodeHex(new TextEncoder().encode(text))

const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
