/** Why a script or a transaction failed, parsed from a node's error text. */
export interface CadenceError {
  /** Code of the first Flow error, such as 1101 for a Cadence error; `null` when the node gives none. */
  code: number | null
  /** The relevant sentence: the message of `panic`, of a condition or of the chain. */
  message: string
  /** The node's full error text. */
  text: string
}

const ERROR_CODE = /\[Error Code: (\d+)\] /
/** The line with Cadence's error message; the lines before it are the call path. */
const CADENCE_ERROR_LINE = /^error: (.+)$/m

/**
 * Extracts code and message from a node's error text, which also has locations and source lines.
 */
export function parseCadenceError(text: string): CadenceError {
  const code = ERROR_CODE.exec(text)?.[1]
  const message = CADENCE_ERROR_LINE.exec(text)?.[1] ?? findInnermostError(text)
  return { code: code === undefined ? null : Number(code), message: message.trim(), text }
}

function findInnermostError(text: string): string {
  const innermost = text.split(ERROR_CODE).at(-1) ?? text
  return innermost.split('\n')[0] ?? text
}
