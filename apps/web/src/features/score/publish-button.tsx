import type { Address } from '@app/values/address.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { openInNewTab, useTransactionUrl } from '../../lib/explorer.ts'
import { serverMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { showAlert } from '../../ui/dialogs.ts'
import { publishedKey, publishScore, type ScoreAnswer, scoreKey } from './queries.ts'
import { waitForPublication } from './wait-for-publication.ts'

const PUBLISHED = 'Score published to blockchain! Check the transaction on Flow explorer.'

/** Writes the score to the chain, and opens the transaction once the visitor has read so. */
export function PublishButton({ address }: { address: Address }) {
  const transactionUrl = useTransactionUrl()
  const tell = async ({ data: { txId } }: ScoreAnswer) => {
    const isOk = await showAlert(PUBLISHED)
    if (isOk && txId) openInNewTab(transactionUrl(txId))
  }
  const publish = useMutation({
    mutationFn: usePublish(address),
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

/** Publishes the score of an address; what it gives resolves when the chain holds the score. */
function usePublish(address: Address): () => Promise<ScoreAnswer> {
  const api = useApi()
  const queries = useQueryClient()
  return async () => {
    const answer = await publishScore(api, address)
    const { data, meta, isAccepted } = answer
    queries.setQueryData<ScoreAnswer>(scoreKey(address), { data, ...(meta && { meta }) })
    if (isAccepted && data.txId) {
      await waitForPublication(api, queries, { address, txId: data.txId })
    }
    void queries.invalidateQueries({ queryKey: publishedKey(address) })
    return answer
  }
}
