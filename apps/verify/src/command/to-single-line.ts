/** Control characters, and invisible characters that change how a text is displayed. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Replaces invisible characters in an untrusted text, so that it cannot move the cursor or add lines. */
export function toSingleLine(text: string): string {
  return text.replace(INVISIBLE, ' ')
}
