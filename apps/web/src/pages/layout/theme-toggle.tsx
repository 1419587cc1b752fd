import { Moon, Sun } from 'lucide-react'
import { useTheme } from '../../lib/theme.ts'

export function ThemeToggle() {
  const { theme, toggle } = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <button
      type="button"
      onClick={toggle}
      title={`Switch to ${other} colours`}
      className="grid size-10 place-items-center rounded-control text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
    >
      <Icon className="size-4.5" aria-hidden="true" />
      <span className="sr-only">Switch to {other} colours</span>
    </button>
  )
}
