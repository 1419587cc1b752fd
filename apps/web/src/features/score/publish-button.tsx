import type { Address } from '@app/values/address.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { openInNewTab, useTransactionUrl } from '../../lib/explorer.ts'
import { serverMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { showAlert } from '../../ui/dialogs.ts'
import { publishScore, type ScoreAnswer, scoreKey } from './queries.ts'

const PUBLISHED = 'Score published to blockchain! Check the transaction on Flow explorer.'

/** Writes the score to the chain, and opens the transaction once the visitor has read so. */
export function PublishButton({ address }: { address: Address }) {
  const api = useApi()
  const queries = useQueryClient()
  const transactionUrl = useTransactionUrl()
  const tell = async (answer: ScoreAnswer) => {
    queries.setQueryData(scoreKey(address), answer)
    const isOk = await showAlert(PUBLISHED)
    if (isOk && answer.data.txId) openInNewTab(transactionUrl(answer.data.txId))
  }
  const publish = useMutation({
    mutationFn: () => publishScore(api, address),
    onSuccess: (answer) => void tell(answer),
    onError: (error) => void showAlert(serverMessage(error, 'Failed to publish score')),
  })
  return (
    <Button
      variant="secondary"
      onClick={() => publish.mutate()}
      isBusy={publish.isPending}
      className="w-full"
    >
      {publish.isPending ? 'Publishing...' : '📤 Publish to Blockchain'}
    </Button>
  )
}
