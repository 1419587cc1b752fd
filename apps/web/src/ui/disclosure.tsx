import { ChevronRight } from 'lucide-react'
import { type ReactNode, type ToggleEvent, useEffect, useRef, useState } from 'react'

/** A title that opens and closes the content below it. The content is rendered from the first opening on. */
export function Disclosure({
  title,
  isDense = false,
  isOpenFirst = false,
  children,
}: {
  title: string
  isDense?: boolean
  isOpenFirst?: boolean
  children: ReactNode
}) {
  const { wasOpened, props } = useOpened(isOpenFirst)
  return (
    <details className="group" open={isOpenFirst} {...props}>
      <summary
        className={`-mx-2 flex list-none items-center gap-1.5 rounded-control px-2 font-medium transition-colors hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden ${isDense ? 'min-h-6 w-fit' : 'min-h-9'}`}
      >
        <ChevronRight
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        {title}
      </summary>
      {wasOpened && <div className="pt-1 pb-3 pl-5.5">{children}</div>}
    </details>
  )
}

/**
 * Tells whether a `details` element was ever open, so that its content is drawn only then: also where it was opened before
 * the scripts ran. `props` belong to the element.
 */
export function useOpened(isOpenFirst = false) {
  const element = useRef<HTMLDetailsElement>(null)
  const [wasOpened, setOpened] = useState(isOpenFirst)
  useEffect(() => {
    if (element.current?.open) setOpened(true)
  }, [])
  const onToggle = ({ currentTarget }: ToggleEvent<HTMLDetailsElement>) =>
    currentTarget.open && setOpened(true)
  return { wasOpened, props: { ref: element, onToggle } }
}
