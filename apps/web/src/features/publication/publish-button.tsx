import { type ApiClient, ApiError } from '@app/api/client/client.ts'
import { listActions } from '@app/api/routes/actions.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { putNewerAnswer } from '../../lib/live/put-newer-answer.ts'
import { scoreKey } from '../../lib/query-keys.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import { type CachedScore, publicationsKey } from '../../lib/score-query.ts'
import { Button } from '../../ui/button.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.tsx'
import { useShowSent } from '../../ui/dialogs/use-show-sent.ts'

const PUBLISHED_MESSAGE = 'Score published to blockchain! Check the transaction on Flow explorer.'
const FAILED_MESSAGE = 'Failed to publish score'

export function PublishButton({ address }: { address: Address }) {
  const showSent = useShowSent()
  const publish = useMutation({
    mutationFn: usePublish(address),
    onSuccess: ({ data }) => void showSent(PUBLISHED_MESSAGE, data.txId),
    onError: (error) => {
      reportFailure(FAILED_MESSAGE, error)
      void showAlert(formatServerFailure(error, FAILED_MESSAGE))
    },
  })
  return (
    <Button
      variant="quiet"
      size="small"
      onClick={() => publish.mutate()}
      isBusy={publish.isPending}
      className="-mx-3"
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
    const response = await api.callWithMeta(getScore, {
      params: { address },
      query: { publish: 'true' },
    })
    const { data, meta, isAccepted } = response
    putNewerAnswer<CachedScore>(queryClient, scoreKey(address), { data, ...(meta && { meta }) })
    if (isAccepted && data.txId) await waitForPublication(api, address, data.txId)
    void queryClient.invalidateQueries({ queryKey: scoreKey(address) })
    return response
  }
}

const POLL_MS = 2_000

/** Resolves once a publication that was sent with `txId` is sealed. Throws when it failed, with the server's message. */
async function waitForPublication(api: ApiClient, address: Address, txId: string): Promise<void> {
  // When it is sent again, it has another transaction, but the same id.
  let id: string | undefined
  for (;;) {
    const actions = await readPublications(api, address).catch(() => [])
    id ??= actions.find((action) => action.txId === txId)?.id
    const { status, problem } = actions.find((action) => action.id === id) ?? {}
    if (status === 'sealed') return
    if (status === 'failed') {
      const message = problem ?? 'the publication failed without a message'
      throw new ApiError({ status: 502, code: 'transaction_failed', message })
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Number of the latest actions on an account that are searched for publications. */
const ACTIONS_LIMIT = 50

async function readPublications(api: ApiClient, address: Address, signal?: AbortSignal) {
  const query = { address, limit: ACTIONS_LIMIT }
  const actions = await api.call(listActions, { query }, signal)
  return actions.filter(({ kind }) => kind === 'publish')
}

/** The requested publications of an address with their status, newest first. */
export const publicationsQuery = (api: ApiClient, address: Address) =>
  queryOptions({
    queryKey: publicationsKey(address),
    queryFn: ({ signal }) => readPublications(api, address, signal),
  })
