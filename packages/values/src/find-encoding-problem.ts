/**
 * Finds the first line of a text file, from 1, that is not UTF-8 as editors should save it, with the reason; `null` when
 * the whole file is. A byte order mark counts: it becomes a part of the first line.
 */
export function findEncodingProblem(bytes: Uint8Array): { line: number; problem: string } | null {
  let line = 0
  for (const part of splitLines(bytes)) {
    line += 1
    const problem = findLineProblem(part)
    if (problem !== null) return { line, problem }
  }
  return null
}

/** Splits a file at LF, CR or both, which no encoding of another character in UTF-8 contains. CR LF leaves the CR there. */
export function* splitLines(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const isCarriageReturn = bytes[index] === CARRIAGE_RETURN && bytes[index + 1] !== LINE_FEED
    if (bytes[index] !== LINE_FEED && !isCarriageReturn) continue
    yield bytes.subarray(start, index)
    start = index + 1
  }
  yield bytes.subarray(start)
}

/** Like `findEncodingProblem` of a file with one line; returns the reason alone. */
export function findLineProblem(line: Uint8Array): string | null {
  if (isUtf16(line)) return 'is not UTF-8 but UTF-16: save the file as UTF-8'
  if (line.includes(0)) return 'has a NUL (U+0000)'
  const text = decodeUtf8(line)
  if (text === null) return 'is not UTF-8: save the file as UTF-8'
  if (text.startsWith('\ufeff')) {
    return 'begins with a byte order mark: save the file as UTF-8 without one'
  }
  const surrogate = findLoneSurrogate(text)
  return surrogate === null ? null : `has ${surrogate}, a half of a character (a lone surrogate)`
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** With its mark, or by the NUL in every second byte of plain characters; also behind a line feed. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  const mark = ((first ?? 0) << 8) | (second ?? 0)
  if (mark === 0xfffe || mark === 0xfeff) return true
  return (first === 0 && third === 0) || (second === 0 && fourth === 0)
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** An escape of JSON: a pair of surrogates, a surrogate, or another one. */
const ESCAPE = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(ud[89a-f][\da-f]{2})|.)/gi

function findLoneSurrogate(json: string): string | null {
  if (!json.includes('\\u')) return null
  const found = [...json.matchAll(ESCAPE)].find(([, surrogate]) => surrogate !== undefined)
  return found?.[0] ?? null
}
