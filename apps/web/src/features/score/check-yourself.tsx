import { exportEvidence } from '@app/api/routes/evidence.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { toast } from 'sonner'
import { useApi } from '../../lib/api.ts'
import { serverMessage } from '../../lib/failure-message.ts'
import { saveJsonFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** How anybody checks a score: the command that verifies it, and its evidence as a file. */
export function CheckYourself({ address }: { address: string }) {
  const command = `npm run verify -- ${address}`
  return (
    <div className="mt-1 border-t border-line pt-4">
      <h3 className="text-[0.9375rem] font-semibold">Check it yourself</h3>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="flex min-w-0 items-center gap-1">
          <code className="rounded-control bg-sunken px-2.5 py-1.5 font-mono text-sm wrap-anywhere">
            {command}
          </code>
          <CopyButton text={command} label="command" />
        </span>
        <ExportButton address={address} />
      </div>
    </div>
  )
}

function ExportButton({ address }: { address: string }) {
  const api = useApi()
  const exporting = useMutation({
    mutationFn: () => api.call(exportEvidence, { params: { address } }),
    onSuccess: (file) => saveJsonFile(`dharma-evidence-${address}.json`, file),
    onError: (error) => toast.error(serverMessage(error, 'The evidence could not be exported')),
  })
  return (
    <Button
      variant="quiet"
      size="small"
      isBusy={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      <Download className="size-4" aria-hidden="true" />
      Export evidence
    </Button>
  )
}
