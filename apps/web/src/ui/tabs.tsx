import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useState } from 'react'

interface Tab {
  id: string
  title: string
  content: ReactNode
}

interface TabsProps {
  label: string
  /** Stands before the tabs, in the same row where there is space. */
  heading?: ReactNode
  tabs: readonly Tab[]
  /** Id of the tab that is open first, and again when another one is. */
  first: string
}

/** The content of a tab is rendered from its first opening on. */
export function Tabs({ label, heading, tabs, first }: TabsProps) {
  const [selected, setSelected] = useState(first)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([first]))
  const open = useCallback((id: string) => {
    setSelected(id)
    setOpened((ids) => new Set([...ids, id]))
  }, [])
  useEffect(() => open(first), [first, open])
  const prefix = useId()
  const select = (id: string) => {
    open(id)
    document.getElementById(`${prefix}${id}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ id }) => id === selected)
    const next = findNextIndex(event.key, index, tabs.length)
    if (next === null) return
    event.preventDefault()
    select(tabs[next]?.id ?? selected)
  }
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-6 gap-y-3">
        {heading}
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={onKeyDown}
          className="flex grow flex-wrap gap-1 rounded-control bg-sunken p-1"
        >
          {tabs.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={prefix + id}
              aria-selected={id === selected}
              aria-controls={`${prefix}${id}-panel`}
              tabIndex={id === selected ? 0 : -1}
              onClick={() => open(id)}
              className="min-h-9 grow rounded-control px-2 text-small font-medium text-ink-soft transition-colors hover:text-ink aria-selected:bg-surface aria-selected:text-ink aria-selected:shadow-card"
            >
              {title}
            </button>
          ))}
        </div>
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${prefix}${id}-panel`}
          aria-labelledby={prefix + id}
          hidden={id !== selected}
        >
          {opened.has(id) && content}
        </div>
      ))}
    </>
  )
}

function findNextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
