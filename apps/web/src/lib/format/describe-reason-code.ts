import { correctReasonCode, findContactDirection } from '@app/values/reason-code.ts'

/** What the reason codes of accusations mean, to be read after 'because of'. */
const REASON_CODES: Readonly<Record<string, string>> = {
  listed: 'a scam list',
  contact: 'money from a listed account',
  behaviour: 'how it moves money',
  community: 'votes or reports of the community',
  keys: 'a change of its keys or contracts',
}

const PAYMENT = 'money to a listed account'

type Reasons = readonly { code: string }[]

/**
 * Returns 'because of …' in plain words, with the reason code as recorded; a code that is not known stands alone.
 * `reasons` are those of the statement behind it, as far as they are known: they tell which way the money went, and that
 * an old accusation with the code `listed` rests on contact.
 */
export function describeReasonCode(code: string, reasons: Reasons = []): string {
  const meant = correctReasonCode(code, reasons)
  const words = meant === 'contact' && isPayment(reasons) ? PAYMENT : REASON_CODES[meant]
  return words === undefined ? `reason code: ${code}` : `because of ${words} (reason code: ${code})`
}

function isPayment(reasons: Reasons): boolean {
  const directions = reasons.map((reason) => findContactDirection(reason.code))
  return directions.includes('to') && !directions.includes('from')
}
