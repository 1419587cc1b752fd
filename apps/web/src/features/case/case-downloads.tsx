import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { saveJsonFile } from '../../lib/files/save-json-file.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { type CaseName, loadErc1497 } from './queries.ts'

interface CaseDownloadsProps {
  name: CaseName
  file: CaseFile
}

/** The case as a file for machines, the command that checks it, and its form for an outside court. */
export function CaseDownloads({ name, file }: CaseDownloadsProps) {
  const fileName = buildFileName('dharma-case', name)
  const command = `npm run verify-case -- ${fileName}`
  const exporting = useExport(name)
  return (
    <Card title="Check this case yourself">
      <p className="text-[0.9375rem] text-ink-soft">
        The file has every entry, signature and input. It is checked without this server:
      </p>
      <div className="mt-3 flex items-center justify-between gap-2 rounded-control border border-line bg-sunken py-1 pr-1.5 pl-4">
        <code className="min-w-0 py-1 font-mono text-sm wrap-anywhere">{command}</code>
        <CopyButton text={command} label="command" />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={() => saveJsonFile(fileName, file)}>
          Download the case (JSON)
        </Button>
        <Button
          variant="secondary"
          size="small"
          isBusy={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          For an outside court (ERC-1497)
        </Button>
      </div>
    </Card>
  )
}

function useExport(name: CaseName) {
  const api = useApi()
  return useMutation({
    mutationFn: () => loadErc1497(api, name),
    onSuccess: (content) => saveJsonFile(buildFileName('dharma-case-erc1497', name), content),
    onError: (error) => toast.error(formatServerFailure(error, 'The case could not be exported')),
  })
}

/** The id of a case can have characters that no file name may have. */
const buildFileName = (prefix: string, { address, caseId }: CaseName): string =>
  `${prefix}-${address}-${caseId.replaceAll(/[^\w.-]/g, '_')}.json`
