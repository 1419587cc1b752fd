import { useEffect, useRef } from 'react'
import type { Command } from './list-commands.ts'

interface CommandListProps {
  id: string
  commands: readonly Command[]
  activeId: string | undefined
  onRun: (command: Command) => void
}

/** The found commands by group. The field above has the keys. */
export function CommandList({ id, commands, activeId, onRun }: CommandListProps) {
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
          <p
            aria-hidden="true"
            className="px-3 pt-3 pb-1 text-[0.8125rem] font-medium text-ink-faint"
          >
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
  command: Command
  isActive: boolean
  onRun: (command: Command) => void
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
      <span className={command.label.startsWith('0x') ? 'font-mono text-sm' : 'font-medium'}>
        {command.label}
      </span>
      {command.detail && (
        <span className="font-mono text-sm wrap-anywhere text-ink-soft">{command.detail}</span>
      )}
    </div>
  )
}
