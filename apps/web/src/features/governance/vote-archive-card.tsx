import { getVoteArchive } from '@app/api/routes/governance.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { saveJsonFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CommandLine } from '../../ui/command-line.tsx'
import { toast } from '../../ui/toasts.tsx'

const FILE_NAME = 'dharma-votes.json'
const COMMAND = `npm run verify -- votes ${FILE_NAME}`

/** Saves every proposal and signed vote as a file, which any user can verify without the server. */
export function VoteArchiveCard() {
  const api = useApi()
  const saving = useMutation({
    mutationFn: () => api.call(getVoteArchive),
    onSuccess: (archive) => saveJsonFile(FILE_NAME, archive),
    onError: (error) => toast.error(formatServerFailure(error, 'The votes could not be saved')),
  })
  return (
    <Card title="Check the votes yourself">
      <p className="text-ink-soft">
        One file has every proposal, signed vote and receipt. It is checked without this server:
      </p>
      <CommandLine command={COMMAND} className="mt-3" />
      <Button
        variant="secondary"
        size="small"
        className="mt-4"
        isBusy={saving.isPending}
        onClick={() => saving.mutate()}
      >
        Download votes
      </Button>
    </Card>
  )
}
