/** Codes of what an accusation or a flag rests on, the most convincing first. */
export const REASON_CODES = ['listed', 'contact', 'community', 'keys', 'behaviour'] as const

export type ReasonCode = (typeof REASON_CODES)[number]

/**
 * Returns what a code rests on, as `DharmaProtectionTypes.getGround` does: `listed` and `contact` rest on the same
 * list, so they are no independent evidence, and one bar holds against both.
 */
export const getGround = (code: string): string => (code === 'contact' ? 'listed' : code)

/** Which way money moved between an account and listed ones. */
type ContactDirection = 'from' | 'to'

const DIRECTIONS: Readonly<Record<string, ContactDirection>> = { funding: 'from', payment: 'to' }

/** Returns the direction of contact that an accusation can rest on, by the code of a reason; `null` for any other. */
export function findContactDirection(code: string): ContactDirection | null {
  const [, kind = ''] = /^(funding|payment)_hop_[01]$/.exec(code) ?? []
  return DIRECTIONS[kind] ?? null
}

/**
 * Returns the code of an accusation by its stated reasons: what rests on contact alone was recorded as `listed` while
 * there was no code `contact`. Without reasons it stays as recorded.
 */
export function correctReasonCode(code: string, reasons: readonly { code: string }[]): string {
  const isListed = reasons.length === 0 || reasons.some((reason) => reason.code === 'listed')
  return code === 'listed' && !isListed ? 'contact' : code
}

/** Code of the reason for points that rest on too little data to say more. */
export const LITTLE_DATA = 'little_data'

/**
 * Whether behaviour is a ground of an accusation: one of its kinds of evidence, or all that it has. How many ordinary
 * wallets look as bad is said only then, because otherwise it would argue about what the accusation does not rest on.
 */
export const restsOnBehaviour = ({
  evidenceKinds: kinds,
}: {
  evidenceKinds: readonly string[]
}): boolean => kinds.length === 0 || kinds.includes('behaviour')
