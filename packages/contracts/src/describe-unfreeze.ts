/** What an unfreeze or an appeal names; absent or null for what it does not touch. */
export interface Unfreeze {
  flagNumber?: number | string | null | undefined
  freezeNumber?: number | string | null | undefined
}

const isNamed = (number: Unfreeze['flagNumber']) => number !== undefined && number !== null

/**
 * Says what an unfreeze does to the wallet, which its name alone does not: it touches only the numbers that it names. ''
 * where it names none, as when they are unknown.
 */
export function describeUnfreeze({ flagNumber, freezeNumber }: Unfreeze): string {
  if (isNamed(freezeNumber)) {
    return isNamed(flagNumber)
      ? 'End the freeze and lift the flag.'
      : 'End the freeze. A flag stays.'
  }
  return isNamed(flagNumber) ? 'Lift the flag. A freeze stays.' : ''
}

/** Says the same of several: once where all do the same, else of each by the number of its proposal. */
export function describeUnfreezes(all: readonly (Unfreeze & { id: number | string })[]): string {
  const effects = all.map(describeUnfreeze)
  if (new Set(effects).size <= 1) return effects[0] ?? ''
  return all
    .flatMap(({ id }, index) => (effects[index] ? [`Proposal ${id}: ${effects[index]}`] : []))
    .join(' ')
}

/** The lines of an unfreeze in a text to sign, after the number of its proposal where the text is a vote. */
const UNFREEZES =
  /(?:^Proposal: (?<id>\d+)\n)?^Action: unfreeze\nTarget: 0x[0-9a-f]{16}\n(?:Flag: (?<flagNumber>\d+)\n)?(?:Freeze: (?<freezeNumber>\d+)\n)?/gm

const APPEAL =
  /^Dharma Guard appeal\n(?:.+\n){2}(?:Flag: (?<flagNumber>\d+)|Freeze: (?<freezeNumber>\d+))\n/g

/** Says what a text that a wallet signs does to a flag or a freeze, which its fixed lines only number; '' for others. */
export const explainSignedText = (text: string): string =>
  describeUnfreezes(
    [...text.matchAll(UNFREEZES), ...text.matchAll(APPEAL)].map(({ groups = {} }) => ({
      id: '',
      ...groups,
    })),
  )
