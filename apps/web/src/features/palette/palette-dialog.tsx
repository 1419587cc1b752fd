import type { Address } from '@app/values/address.ts'
import type { EvmAddress } from '@app/values/evm-address.ts'
import { useQuery } from '@tanstack/react-query'
import { CornerDownLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { explainAddressInput } from '../../lib/address-input.ts'
import { useApi } from '../../lib/api.ts'
import { openInNewTab, useEvmUrlBuilder } from '../../lib/explorer.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { readRecentWallets } from '../../lib/recent-wallets.ts'
import { navigate } from '../../lib/router/location.ts'
import { useConfig } from '../../lib/runtime-config.ts'
import { Modal, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { describeEvmParty, evmPartyQuery, parseEvmInput } from './evm-party.ts'
import { listCommands, type PaletteCommand } from './list-commands.ts'

export function PaletteDialog({ shown, onClose }: { shown: Address | null; onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const { people } = useConfig()
  const [recent] = useState(() => readRecentWallets())
  const { answer, evm } = useEvmAnswer(parseEvmInput(text))
  const commands = listCommands(text, { people, recent, shown, evm })
  const active = commands[Math.min(chosen, commands.length - 1)]
  const run = ({ path }: PaletteCommand) => {
    onClose()
    if (path.startsWith('https:')) return openInNewTab(path)
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
      <PaletteCommandList id={listId} commands={commands} activeId={active?.id} onRun={run} />
      <p role="status" className="px-4 pb-4 text-small text-ink-soft empty:pb-0">
        {answer ?? (commands.length === 0 && explainAddressInput(text, people))}
      </p>
      <p className="flex items-center gap-2 border-t border-line px-4 py-2.5 text-small text-ink-faint max-sm:hidden">
        <CornerDownLeft className="size-4" aria-hidden="true" />
        Enter to go there. Escape to close. Paste an address on any page to analyze it.
      </p>
    </Modal>
  )
}

/** Looks up the address of the EVM that is typed: the answer in a sentence, and what the commands are made from. */
function useEvmAnswer(address: EvmAddress | null) {
  const { data, error } = useQuery(evmPartyQuery(useApi(), address))
  const buildUrl = useEvmUrlBuilder()
  if (address === null) return {}
  if (data === undefined) {
    return { answer: error === null ? 'Looking it up...' : formatFailure(error, LOOK_UP_FAILURE) }
  }
  const explorerUrl = buildUrl('address', address)
  return { answer: describeEvmParty(data), evm: { party: data, explorerUrl } }
}

const LOOK_UP_FAILURE = 'Whose address this is could not be looked up.'

const wrap = (index: number, count: number): number => (count === 0 ? 0 : (index + count) % count)

interface CommandListProps {
  id: string
  commands: readonly PaletteCommand[]
  activeId: string | undefined
  onRun: (command: PaletteCommand) => void
}

/** The found commands by group. The field above has the keys. */
function PaletteCommandList({ id, commands, activeId, onRun }: CommandListProps) {
  const groups = Map.groupBy(commands, ({ group }) => group)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (activeId === undefined) return
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      className="max-h-[min(24rem,55dvh)] overflow-y-auto p-2"
    >
      {[...groups].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden="true" className="px-3 pt-3 pb-1 text-caption font-medium text-ink-faint">
            {group}
          </p>
          {members.map((command) => (
            <Option
              key={command.id}
              id={`${id}-${command.id}`}
              command={command}
              isActive={command.id === activeId}
              onRun={onRun}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  command: PaletteCommand
  isActive: boolean
  onRun: (command: PaletteCommand) => void
}

function Option({ id, command, isActive, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={() => onRun(command)}
      className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-3 py-1.5 hover:bg-sunken aria-selected:bg-brand-soft aria-selected:text-brand"
    >
      <UserText className={command.label.startsWith('0x') ? 'font-mono text-small' : 'font-medium'}>
        {command.label}
      </UserText>
      {command.detail && (
        <UserText className="font-mono text-small text-ink-soft">{command.detail}</UserText>
      )}
    </div>
  )
}
