const GRAPHEMES = new Intl.Segmenter('und')

/** Returns the first characters of a text as people see them, at most `length`: never a part of an emoji or a letter. */
export function cutText(text: string, length: number): string {
  let count = 0
  for (const { index } of GRAPHEMES.segment(text)) {
    if (count === length) return text.slice(0, index)
    count += 1
  }
  return text
}

/** The same with a length in units of UTF-16, for those who count these. */
export const cutToUnits = (text: string, units: number): string =>
  text.slice(0, GRAPHEMES.segment(text).containing(units)?.index)
