import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { AppealDialog } from './appeal-dialog.tsx'
import { type AppealChoice, listAppealChoices } from './list-appeal-choices.ts'

interface AppealControlProps {
  /** The connected wallet, about which `remedies` are. */
  address: string
  remedies: Protection['remedies']
}

/** The button to appeal, where something can be appealed. Its dialog stays open when the appeal changes that. */
export function AppealControl({ address, remedies }: AppealControlProps) {
  const [opened, setOpened] = useState<readonly AppealChoice[] | null>(null)
  const choices = listAppealChoices(remedies)
  return (
    <>
      {choices.length > 0 && (
        <Button size="small" onClick={() => setOpened(choices)}>
          <Scale className="size-4" aria-hidden="true" />
          Appeal
        </Button>
      )}
      <AppealDialog address={address} choices={opened} onClose={() => setOpened(null)} />
    </>
  )
}
