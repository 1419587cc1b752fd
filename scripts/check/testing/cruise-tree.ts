import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import walls from '../../../walls.config.mjs'

/** Returns what the walls report of the packages and apps in a folder. */
export async function cruiseTree(tree: string): Promise<ICruiseResult['summary']['violations']> {
  const { options, ...ruleSet } = walls
  const { output } = await cruise(['apps', 'packages'], {
    ...(options as ICruiseOptions),
    baseDir: tree,
    validate: true,
    ruleSet: ruleSet as NonNullable<ICruiseOptions['ruleSet']>,
  })
  return (output as ICruiseResult).summary.violations
}
