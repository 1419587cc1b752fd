import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { computeInputs, INPUTS, type InputName } from '@app/score/inputs/inputs.ts'
import { computeQuartiles, type Quartiles } from '@app/score/ordinary/quartiles.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { CommandError, getErrorMessage, print, runCommandLine } from './command-line.ts'
import {
  buildConformalTables,
  computeAccusationFigures,
  formatAccusations,
  renderConformalTables,
} from './fit/conformal-tables.ts'
import { buildExamples, type TrainingExample } from './fit/design.ts'
import { fitTables, renderFit } from './fit/fit-tables.ts'
import { computeFiveFoldFigures, crossValidate, FOLDS, type MeasuredFit } from './fit/five-fold.ts'
import { FIT_SETTINGS, TABLE_PLAN } from './fit/plan.ts'
import { readWalletSets, type WalletSet } from './read-wallets.ts'

const USAGE = `Usage: npm run fit -- --data DIR

Fits the points tables to the labelled wallets in DIR (every .jsonl and .jsonl.gz file) and writes them, with
their five-fold figures, to packages/score/src/tables. Writes there also the scores of ordinary wallets, as counts,
with which a wallet is compared before it is accused by its behaviour alone, and the quartiles of every input over
ordinary wallets, which stand beside each reason.
`

const TABLES = fileURLToPath(new URL('../../../packages/score/src/tables/', import.meta.url))

const ORDINARY_HEAD = `// Written by \`npm run fit\`; what the numbers mean and where they come from is in docs/build/scoring.md.

import type { InputName } from './inputs/inputs.ts'
import type { Quartiles } from './ordinary/quartiles.ts'

/** Quartiles of every input over labelled ordinary wallets; \`null\` where none of them has a value. */
export const ORDINARY_INPUTS: Readonly<Record<InputName, Quartiles | null>> = {
`

await runCommandLine(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      out: { type: 'string', default: TABLES },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return print(USAGE)
  if (values.data === undefined) throw new CommandError(USAGE)
  const sets = await readWalletSets(values.data)
  const examples = buildExamples(sets)
  requireBothLabels(values.data, examples)
  print(`Fitting to ${examples.length} wallets of ${sets.map(({ name }) => name).join(', ')} ...\n`)
  const tables = fitTables(TABLE_PLAN, examples, FIT_SETTINGS)
  print('Fitting five times more, each time without a fifth of them ...\n')
  const scores = crossValidate(TABLE_PLAN, examples, FIT_SETTINGS)
  const measured = computeFiveFoldFigures(sets, scores)
  for (const fold of measured) print(formatFold(fold))
  const figures = measured.map((one) => one.figures)
  await writeFileAtomic(join(values.out, 'fitted-tables.generated.ts'), renderFit(tables, figures))
  const conformal = buildConformalTables(sets, scores)
  const accusations = computeAccusationFigures(sets, scores, conformal)
  for (const one of accusations) print(`${formatAccusations(one)}\n`)
  await writeFileAtomic(
    join(values.out, 'conformal-tables.generated.ts'),
    renderConformalTables(conformal, accusations),
  )
  await writeFileAtomic(
    join(values.out, 'ordinary-inputs.generated.ts'),
    renderOrdinaryInputs(computeOrdinaryInputs(sets)),
  )
})

/** Throws when either class is too small: tables fitted to one class cannot separate both, and would replace good ones. */
function requireBothLabels(folder: string, examples: readonly TrainingExample[]): void {
  const illicit = examples.filter(({ wallet }) => wallet.isIllicit).length
  const normal = examples.length - illicit
  if (Math.min(illicit, normal) >= FOLDS) return
  throw new CommandError(
    `${folder} has ${illicit} illicit and ${normal} normal wallets: a fit needs ${FOLDS} of each`,
  )
}

function formatFold({ figures, illicitSuspected, normalSuspected }: MeasuredFit): string {
  const { set, label, auc, recallAt1 } = figures
  const rates = `AUC ${auc.toFixed(4)}, recall at 1 % ${recallAt1.toFixed(3)}`
  const levels = `below ${SUSPECTED_BELOW}: illicit ${illicitSuspected.toFixed(3)}, normal ${normalSuspected.toFixed(3)}`
  return `${set}, ${label}: ${rates}, ${levels}\n`
}

/** Writes a file atomically: it has the new content, or is unchanged. Throws `CommandError` when it cannot be written. */
async function writeFileAtomic(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`
  try {
    await writeFile(draft, text)
    await rename(draft, path)
  } catch (cause) {
    throw new CommandError(`${path} cannot be written: ${getErrorMessage(cause)}`, { cause })
  }
}

/** Quartiles of every input; `null` where no wallet has a value. */
type OrdinaryInputs = Record<InputName, Quartiles | null>

/**
 * Computes the quartiles of every input over the ordinary wallets of all sets, each with the same weight. A
 * wallet for which an input is unknown does not count there.
 */
function computeOrdinaryInputs(sets: readonly WalletSet[]): OrdinaryInputs {
  const ordinary = sets.flatMap(({ wallets }) => wallets.filter(({ isIllicit }) => !isIllicit))
  const values = ordinary.map(({ facts }) => computeInputs(facts))
  const names = Object.keys(INPUTS) as InputName[]
  const listKnown = (name: InputName) => values.flatMap((own) => own[name] ?? [])
  return Object.fromEntries(
    names.map((name) => [name, computeQuartiles(listKnown(name))]),
  ) as OrdinaryInputs
}

/** Renders the quartiles of ordinary wallets as TypeScript. */
function renderOrdinaryInputs(inputs: OrdinaryInputs): string {
  return `${ORDINARY_HEAD}${Object.entries(inputs).map(renderInput).join('')}}\n`
}

function renderInput([name, quartiles]: [string, OrdinaryInputs[keyof OrdinaryInputs]]): string {
  if (quartiles === null) return `  ${name}: null,\n`
  const fields = Object.entries(quartiles).map(([field, value]) => `${field}: ${value}`)
  return `  ${name}: { ${fields.join(', ')} },\n`
}
