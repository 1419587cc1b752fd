import type { Address } from '@app/values/address.ts'
import { CornerDownLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { explainAddressInput } from '../../lib/address-input/explain-address-input.ts'
import { readRecentWallets } from '../../lib/address-input/recent-wallets.ts'
import { useConfig } from '../../lib/config/config-context.ts'
import { navigate } from '../../lib/router/location.ts'
import { Modal, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { CommandList } from './command-list.tsx'
import { type Command, listCommands } from './list-commands.ts'

interface PaletteDialogProps {
  /** The wallet of the current page. */
  shown: Address | null
  onClose: () => void
}

/** Finds pages, people, recent wallets and any address; arrows choose, Enter goes there. */
export function PaletteDialog({ shown, onClose }: PaletteDialogProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const { people } = useConfig()
  const [recent] = useState(() => readRecentWallets())
  const commands = listCommands(text, { people, recent, shown })
  const active = commands[Math.min(chosen, commands.length - 1)]
  const run = ({ path }: Command) => {
    onClose()
    navigate(path, { state: path.startsWith('#') ? { isPanel: true } : null })
  }
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen(wrap(chosen + step, commands.length))
    else if (event.key === 'Enter' && active !== undefined) run(active)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      onClose={onClose}
      focus={{ first: field }}
      className="mt-[12vh] mb-auto max-w-xl overflow-hidden p-0"
    >
      <ModalTitle className="sr-only">Search pages and wallets</ModalTitle>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
        <input
          ref={field}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.id}`}
          aria-label="Address, name or page"
          placeholder="Address, name or page"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="min-h-14 w-full bg-transparent outline-none placeholder:text-ink-faint"
        />
      </div>
      <CommandList id={listId} commands={commands} activeId={active?.id} onRun={run} />
      <p role="status" className="px-4 pb-4 text-sm text-ink-soft empty:pb-0">
        {commands.length === 0 && explainAddressInput(text, people)}
      </p>
      <p className="flex items-center gap-2 border-t border-line px-4 py-2.5 text-sm text-ink-faint max-sm:hidden">
        <CornerDownLeft className="size-4" aria-hidden="true" />
        Enter to go there. Escape to close. Paste an address on any page to analyze it.
      </p>
    </Modal>
  )
}

const wrap = (index: number, count: number): number => (count === 0 ? 0 : (index + count) % count)
