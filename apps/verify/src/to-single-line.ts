/** Control characters, and those that are not seen but change how a text is. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** A text that others may have written, unable to move the cursor or to look like several lines. */
export function toSingleLine(text: string): string {
  return text.replace(INVISIBLE, ' ')
}
