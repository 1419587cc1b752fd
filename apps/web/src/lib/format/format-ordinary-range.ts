import { formatCount } from './format.ts'

/** What ordinary wallets show, with the wallets that were measured. */
export function formatOrdinaryRange({ text, wallets }: { text: string; wallets: number }): string {
  return `${text} (middle half of ${formatCount(wallets)} Ethereum wallets)`
}
