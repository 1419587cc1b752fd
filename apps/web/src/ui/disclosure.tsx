import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** A title that opens and closes the content below it. The content is rendered from the first opening on. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details
      className="group"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary className="-mx-2 flex min-h-9 list-none items-center gap-1.5 rounded-control px-2 font-medium transition-colors hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden">
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
