import { parseArgs } from 'node:util'
import { CommandError } from './command-error.ts'
import { formatCostReport } from './gaming/format-cost-report.ts'
import { simulateCostToGame } from './gaming/simulate-cost-to-game.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage: npm run cost-to-game -- [--nft-price FLOW] [--victims N] [--loot FLOW] [--json]

Simulates a patient scammer who has read the points tables: the cost and time for a fresh wallet to reach TRUSTED, or to
stay out of SUSPICIOUS after a theft, and how long the reputation lasts.

  --nft-price FLOW  price of the cheapest NFT of a foreign collection (default 1)
  --victims N       number of victims of the theft (default 20)
  --loot FLOW       amount stolen from each victim (default 50)
  --json            print everything as JSON, including the strategies
`

await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      'nft-price': { type: 'string', default: '1' },
      victims: { type: 'string', default: '20' },
      loot: { type: 'string', default: '50' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return print(USAGE)
  const nftFlow = parseNumberOption('--nft-price', values['nft-price'], 0)
  const theft = {
    victims: Math.floor(parseNumberOption('--victims', values.victims, 1)),
    flowPerVictim: parseNumberOption('--loot', values.loot, 0.01),
  }
  process.stderr.write('Searching some tens of thousands of strategies ...\n')
  const game = simulateCostToGame({ nftFlow, theft })
  print(values.json ? `${JSON.stringify(game, null, 2)}\n` : formatCostReport(game))
})

function parseNumberOption(option: string, text: string, least: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= 1_000_000)) {
    throw new CommandError(`${option} is ${text}: give a number from ${least} to 1,000,000`)
  }
  return value
}

function print(text: string): void {
  process.stdout.write(text)
}
