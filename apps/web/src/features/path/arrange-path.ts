import type { AccountTransfer, Path } from '@app/api/schemas/account.ts'

/** A transfer between two neighbours of a strip. */
export interface PathStep {
  transfer: AccountTransfer
  /** False where the money moved from right to left. */
  isForward: boolean
}

export interface ArrangedPath {
  /** From left to right. */
  stops: readonly string[]
  /** One less than the stops: each connects two of them. */
  steps: readonly PathStep[]
}

/**
 * Arranges a path of `address` from left to right, so that the money moves to the right where most of
 * its transfers do.
 */
export function arrangePath(address: string, { transfers }: Pick<Path, 'transfers'>): ArrangedPath {
  const stops = [address]
  const steps: PathStep[] = []
  for (const transfer of transfers) {
    const here = stops.at(-1)
    const isForward = transfer.from === here
    const next = isForward ? transfer.to : transfer.from
    if (next === null) break
    stops.push(next)
    steps.push({ transfer, isForward })
  }
  const forward = steps.filter(({ isForward }) => isForward).length
  return forward * 2 >= steps.length ? { stops, steps } : turn({ stops, steps })
}

const turn = ({ stops, steps }: ArrangedPath): ArrangedPath => ({
  stops: stops.toReversed(),
  steps: steps.toReversed().map((step) => ({ ...step, isForward: !step.isForward })),
})
