import { Copy } from 'lucide-react'
import { toast } from './toasts.tsx'

/** Copies `text`; `label` describes it, such as 'address'. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(`Copied the ${label}`)
    } catch {
      toast.error('The browser did not allow copying')
    }
  }
  return (
    <button
      type="button"
      onClick={copy}
      className="grid size-8 place-items-center rounded-control text-ink-faint transition-colors hover:bg-sunken hover:text-ink"
    >
      <Copy className="size-4" aria-hidden="true" />
      <span className="sr-only">Copy the {label}</span>
    </button>
  )
}
