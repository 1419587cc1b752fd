import { SquareArrowOutUpRight } from 'lucide-react'
import { useTransactionUrlBuilder } from '../lib/explorer.ts'

interface TransactionLinkProps {
  txId: string
  className?: string
}

export function TransactionLink({ txId, className = 'link' }: TransactionLinkProps) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  return (
    <a
      href={buildTransactionUrl(txId)}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
    >
      View Transaction →<span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

/** The same as an icon, for rows. */
export function TransactionIcon({ txId, className = '' }: TransactionLinkProps) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  return (
    <a
      href={buildTransactionUrl(txId)}
      target="_blank"
      rel="noopener noreferrer"
      title="View Transaction"
      className={`grid size-8 shrink-0 place-items-center rounded-control text-brand hover:bg-sunken ${className}`}
    >
      <SquareArrowOutUpRight className="size-4" aria-hidden="true" />
      <span className="sr-only">View Transaction (opens in a new tab)</span>
    </a>
  )
}
