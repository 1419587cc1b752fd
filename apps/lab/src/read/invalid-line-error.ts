/** A line of a file of labelled wallets is invalid. The message has the file, the line and the cause. */
export class InvalidLineError extends Error {
  override name = 'InvalidLineError'
}

/** A value is invalid. The message has no location: the reader adds file and line. */
export class InvalidValueError extends Error {
  override name = 'InvalidValueError'
}
