import { correctReasonCode, findContactDirection } from '@app/values/reason-code.ts'

/** What the reason codes of accusations mean, to be read after 'because of'. */
const REASON_CODES: Readonly<Record<string, string>> = {
  listed: 'a scam list',
  contact: 'money from or to a listed account',
  behaviour: 'how it moves money',
  community: 'votes or reports of the community',
  keys: 'a change of its keys or contracts',
}

/** What `contact` means where the reasons say which way the money went. */
const CONTACT = { from: 'money from a listed account', to: 'money to a listed account' } as const

type Reasons = readonly { code: string }[]

/**
 * Returns 'because of …' in plain words; a code that is not known stands as it is recorded.
 * `reasons` are those of the statement behind it, as far as they are known: they tell which way the money went, and that
 * an old accusation with the code `listed` rests on contact.
 */
export function describeReasonCode(code: string, reasons: Reasons = []): string {
  const meant = correctReasonCode(code, reasons)
  const direction = meant === 'contact' ? findDirection(reasons) : undefined
  const words = direction === undefined ? REASON_CODES[meant] : CONTACT[direction]
  return `because of ${words ?? `“${code}”`}`
}

function findDirection(reasons: Reasons): keyof typeof CONTACT | undefined {
  const directions = reasons.map((reason) => findContactDirection(reason.code))
  return (['from', 'to'] as const).find((direction) => directions.includes(direction))
}
