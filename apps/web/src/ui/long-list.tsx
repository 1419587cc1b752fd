import { type ReactNode, useCallback, useState } from 'react'
import { formatCount } from '../lib/format/format.ts'
import { Button } from './button.tsx'

interface LongListProps<T> {
  items: readonly T[]
  /** How many are shown in any case, such as all up to one that was asked for. */
  atLeast?: number
  /** Renders an item as a list item with a key. */
  children: (item: T) => ReactNode
}

/** Items that are shown at first, and added each time the end comes near. */
const STEP = 50

/** The items of a list with thousands: the first ones, and more as the reader comes to them. */
export function LongList<T>({ items, atLeast = 0, children }: LongListProps<T>) {
  const [limit, setLimit] = useState(STEP)
  const shown = Math.max(limit, atLeast)
  return (
    <>
      {items.slice(0, shown).map(children)}
      {shown < items.length && (
        <ListEnd
          key={shown}
          text={`${formatCount(shown)} of ${formatCount(items.length)} shown`}
          onNear={() => setLimit(shown + STEP)}
          onShowAll={() => setLimit(items.length)}
        />
      )}
    </>
  )
}

interface ListEndProps {
  text: string
  onNear: () => void
  onShowAll: () => void
}

/** The end of what is shown. Everything can be asked for at once, to search in the page. */
function ListEnd({ text, onNear, onShowAll }: ListEndProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end has another key
  const watch = useCallback((mark: HTMLElement) => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear())
    observer.observe(mark)
    return () => observer.disconnect()
  }, [])
  return (
    <li className="figures relative flex flex-wrap items-center gap-3 py-2 text-sm text-ink-soft">
      <span ref={watch} aria-hidden="true" className="absolute bottom-0 h-[100rem] w-px" />
      {text}
      <Button variant="quiet" size="small" onClick={onShowAll}>
        Show all
      </Button>
    </li>
  )
}
