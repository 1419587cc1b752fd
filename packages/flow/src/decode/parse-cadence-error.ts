/** Why a script or a transaction failed, read out of a node's text. */
export interface CadenceError {
  /** Code of the first Flow error, such as 1101 for a Cadence error; `null` when the node gives none. */
  code: number | null
  /** The sentence that matters: what `panic`, a condition or the chain says. */
  message: string
  /** All that the node said. */
  text: string
}

const ERROR_CODE = /\[Error Code: (\d+)\] /
/** The line in which Cadence says what went wrong; all before it is the way there. */
const CADENCE_ERROR_LINE = /^error: (.+)$/m

/** Reads what matters out of a node's error text, which wraps it in codes, locations and source lines. */
export function parseCadenceError(text: string): CadenceError {
  const code = ERROR_CODE.exec(text)?.[1]
  const message = CADENCE_ERROR_LINE.exec(text)?.[1] ?? findInnermostError(text)
  return { code: code === undefined ? null : Number(code), message: message.trim(), text }
}

function findInnermostError(text: string): string {
  const innermost = text.split(ERROR_CODE).at(-1) ?? text
  return innermost.split('\n')[0] ?? text
}
