import type { Address } from '@app/values/address.ts'

/** Covers the status of every wallet. */
export const PROTECTION_KEY = ['protection'] as const

export const protectionKey = (address: Address | null) => [...PROTECTION_KEY, address] as const

export const scoreKey = (address: Address | null) => ['score', address] as const

/** Covers every query about proposals. */
export const PROPOSALS_KEY = ['proposals'] as const

export const PROPOSALS_LIST_KEY = [...PROPOSALS_KEY, 'list'] as const

export const OVERVIEW_KEY = ['wallets'] as const

export const NEWEST_DECISION_KEY = ['cases', 'decided by people'] as const

/** How long what the web server has put into the page is not asked for again; events replace it meanwhile. */
export const EMBEDDED_FRESH_MS = 5_000
