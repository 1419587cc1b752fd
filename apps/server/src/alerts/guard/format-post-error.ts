const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EHOSTUNREACH: 'there is no route to its address',
  ENETUNREACH: 'there is no route to its address',
  ETIMEDOUT: 'the connection could not be opened in time',
  HPE_HEADER_OVERFLOW: 'its headers are longer than 16 kB',
}

/** Describes why a request failed, without what the receiver sent. */
export function formatPostError(error: Error, timeoutMs: number): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return `there was no complete answer within ${timeoutMs / 1000} s`
  }
  const code = 'code' in error ? String(error.code) : ''
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))
    return `its certificate is not valid (${code})`
  return PROBLEMS[code] ?? `the connection failed${code === '' ? '' : ` (${code})`}`
}
