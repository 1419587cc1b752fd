import { FILTERS, type Filter } from './proposal-status.ts'

interface FilterBarProps {
  chosen: Filter
  onChoose: (filter: Filter) => void
}

export function FilterBar({ chosen, onChoose }: FilterBarProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Show proposals</legend>
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === chosen}
          onClick={() => onChoose(filter)}
          className="min-h-9 rounded-full px-3.5 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-pressed:bg-brand-soft aria-pressed:text-brand"
        >
          {filter}
        </button>
      ))}
    </fieldset>
  )
}
