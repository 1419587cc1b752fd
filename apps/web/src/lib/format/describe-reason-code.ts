/** What the reason codes of accusations mean, to be read after 'because of'. */
const REASON_CODES: Readonly<Record<string, string>> = {
  listed: 'a scam list',
  behaviour: 'how it moves money',
  community: 'votes or reports of the community',
  keys: 'a change of its keys or contracts',
}

/** Returns 'because of …' in plain words, with the reason code; a code that is not known stands alone. */
export function describeReasonCode(code: string): string {
  const words = REASON_CODES[code]
  return words === undefined ? `reason code: ${code}` : `because of ${words} (reason code: ${code})`
}
