import type { Address } from '@app/values/address.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { openInNewTab, useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { putNewerAnswer } from '../../lib/live/put-newer-answer.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import { type CachedScore, scoreKey } from '../../lib/score-cache.ts'
import { Button } from '../../ui/button.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.ts'
import { publishScore } from './queries.ts'
import { waitForPublication } from './wait-for-publication.ts'

const PUBLISHED_MESSAGE = 'Score published to blockchain! Check the transaction on Flow explorer.'
const FAILED_MESSAGE = 'Failed to publish score'

/** Publishes the score, and opens the transaction after the user has confirmed the message. */
export function PublishButton({ address }: { address: Address }) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  const showSuccess = async ({ data: { txId } }: CachedScore) => {
    const isOk = await showAlert(PUBLISHED_MESSAGE)
    if (isOk && txId) openInNewTab(buildTransactionUrl(txId))
  }
  const publish = useMutation({
    mutationFn: usePublish(address),
    onSuccess: (response) => void showSuccess(response),
    onError: (error) => {
      reportFailure(FAILED_MESSAGE, error)
      void showAlert(formatServerFailure(error, FAILED_MESSAGE))
    },
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

/** Returns a function that publishes the score of an address. Its promise resolves when the score is on the chain. */
function usePublish(address: Address): () => Promise<CachedScore> {
  const api = useApi()
  const queryClient = useQueryClient()
  return async () => {
    const response = await publishScore(api, address)
    const { data, meta, isAccepted } = response
    putNewerAnswer<CachedScore>(queryClient, scoreKey(address), { data, ...(meta && { meta }) })
    if (isAccepted && data.txId) {
      await waitForPublication(api, queryClient, { address, txId: data.txId })
    }
    void queryClient.invalidateQueries({ queryKey: scoreKey(address) })
    return response
  }
}
