/** URL hash of the status of a wallet on its page: what stands against it, and how to appeal. */
export const STATUS_HASH = '#status'
