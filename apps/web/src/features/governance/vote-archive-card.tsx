import { getVoteArchive } from '@app/api/routes/governance.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { saveJsonFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
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
      <div className="mt-3 flex items-center justify-between gap-2 rounded-control border border-line bg-sunken py-1 pr-1.5 pl-4">
        <code className="min-w-0 py-1 font-mono text-sm">{COMMAND}</code>
        <CopyButton text={COMMAND} label="command" />
      </div>
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
