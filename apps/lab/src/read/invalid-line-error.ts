/** A line of a file of labelled wallets that cannot be read; the message names file, line and fault. */
export class InvalidLineError extends Error {
  override name = 'BadLineError'
}

/** What is wrong with a value, without the place: the reader adds file and line. */
export class InvalidValueError extends Error {
  override name = 'FaultError'
}
