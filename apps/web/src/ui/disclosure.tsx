import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOpened } from './use-opened.ts'

interface DisclosureProps {
  title: string
  /** Its title is a line of text, without space around it. */
  isDense?: boolean
  /** It stands open at first. */
  isOpenFirst?: boolean
  children: ReactNode
}

/** A title that opens and closes the content below it. The content is rendered from the first opening on. */
export function Disclosure({
  title,
  isDense = false,
  isOpenFirst = false,
  children,
}: DisclosureProps) {
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
