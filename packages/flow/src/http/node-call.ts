/** Classes of calls that access nodes rate-limit separately. */
type CallKind = 'events' | 'scripts' | 'send' | 'other'

/** One request to the Access API. */
export interface NodeCall {
  kind: CallKind
  /** Path below /v1, with its query. */
  path: string
  /** Makes the call a POST of this value as JSON. */
  body?: unknown
}
