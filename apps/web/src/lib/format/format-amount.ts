/** Formats a decimal text with separators and at most four significant decimals: 1,234.5. */
export function formatAmount(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  const grouped = BigInt(whole).toLocaleString('en-US')
  if (whole !== '0') return joinDecimals(grouped, decimals.slice(0, 2))
  const leadingZeros = decimals.search(/[1-9]/)
  return joinDecimals(grouped, leadingZeros < 0 ? '' : decimals.slice(0, leadingZeros + 4))
}

function joinDecimals(whole: string, decimals: string): string {
  const shown = decimals.replace(/0+$/, '')
  return shown === '' ? whole : `${whole}.${shown}`
}

/** Formats an amount with its token: '12.5 FLOW', '1 GardenPass'. */
export const formatTokens = ({ amount, token }: { amount: string; token: string }): string =>
  `${formatAmount(amount)} ${token}`
