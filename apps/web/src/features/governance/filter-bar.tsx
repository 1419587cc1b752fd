import { PROPOSAL_FILTERS, type ProposalFilter } from './proposal-status.ts'

interface FilterBarProps {
  selected: ProposalFilter
  onSelect: (filter: ProposalFilter) => void
}

export function FilterBar({ selected, onSelect }: FilterBarProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Show proposals</legend>
      {PROPOSAL_FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === selected}
          onClick={() => onSelect(filter)}
          className="min-h-9 rounded-full px-3.5 text-sm font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-pressed:bg-brand-soft aria-pressed:text-brand"
        >
          {filter}
        </button>
      ))}
    </fieldset>
  )
}
