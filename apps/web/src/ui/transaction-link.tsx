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
