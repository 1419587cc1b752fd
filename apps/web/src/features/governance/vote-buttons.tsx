import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { Button } from '../../ui/button.tsx'
import { askConfirmation, showAlert } from '../../ui/dialogs.ts'
import { PROPOSALS_KEY, submitVote } from './queries.ts'

export function VoteButtons({ id }: { id: number }) {
  const { cast, isBusy } = useVote(id)
  return (
    <div className="mt-4 grid gap-3 sm:grid-cols-2">
      <Button size="small" variant="secondary" isBusy={isBusy} onClick={() => cast(true)}>
        {isBusy ? 'Voting...' : 'Vote For'}
      </Button>
      <Button size="small" variant="secondary" isBusy={isBusy} onClick={() => cast(false)}>
        {isBusy ? 'Voting...' : 'Vote Against'}
      </Button>
    </div>
  )
}

function useVote(id: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  const voting = useMutation({
    mutationFn: (isFor: boolean) => submitVote(api, id, isFor),
    onSuccess: () => {
      void showAlert('Vote cast successfully!')
      return queryClient.invalidateQueries({ queryKey: PROPOSALS_KEY })
    },
    onError: (error) => void showAlert(formatServerFailure(error, 'Failed to cast vote')),
  })
  const cast = async (isFor: boolean) => {
    const side = isFor ? 'FOR' : 'AGAINST'
    const isSure = await askConfirmation(`Are you sure you want to vote ${side} this proposal?`)
    if (isSure) voting.mutate(isFor)
  }
  return { cast, isBusy: voting.isPending }
}
