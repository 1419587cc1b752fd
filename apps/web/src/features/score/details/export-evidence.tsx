import { exportEvidence } from '@app/api/routes/evidence.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../../lib/api.ts'
import { saveJsonFile } from '../../../lib/files/save-json-file.ts'
import { formatServerFailure } from '../../../lib/format/format-failure.ts'
import { toast } from '../../../ui/toasts/toasts.ts'

/** Saves the evidence of a score as a file, which any user can verify without the server. */
export function ExportEvidence({ address }: { address: string }) {
  const api = useApi()
  const exporting = useMutation({
    mutationFn: () => api.call(exportEvidence, { params: { address } }),
    onSuccess: (file) => saveJsonFile(`dharma-evidence-${address}.json`, file),
    onError: (error) =>
      toast.error(formatServerFailure(error, 'The evidence could not be exported')),
  })
  return (
    <button
      type="button"
      className="link"
      disabled={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      Export evidence
    </button>
  )
}
