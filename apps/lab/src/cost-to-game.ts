import { parseArgs } from 'node:util'
import { FatalError } from '@app/values/errors.ts'
import { SUSPECTED_BELOW, TRUSTED_FROM } from '@app/values/risk-level.ts'
import { print, runCommandLine } from './command-line.ts'
import type { CheapestAttack } from './gaming/search-attempts.ts'
import { type CostToGame, simulateCostToGame } from './gaming/simulate-cost-to-game.ts'

const USAGE = `Usage: npm run cost-to-game -- [--nft-price FLOW] [--victims N] [--loot FLOW] [--json]

Simulates a patient scammer who has read the points tables: the cost and time for a fresh wallet to reach TRUSTED, or to
stay out of SUSPICIOUS after a theft, and how long the reputation lasts.

  --nft-price FLOW  price of the cheapest NFT of a foreign collection (default 1)
  --victims N       number of victims of the theft (default 20)
  --loot FLOW       amount stolen from each victim (default 50)
  --json            print everything as JSON, including the strategies
`

await runCommandLine(async (args) => {
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
  const game = simulateCostToGame(nftFlow, theft)
  print(values.json ? `${JSON.stringify(game, null, 2)}\n` : formatCostReport(game))
})

function parseNumberOption(option: string, text: string, least: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= 1_000_000)) {
    throw new FatalError(`${option} is ${text}: give a number from ${least} to 1,000,000`)
  }
  return value
}

function formatCostReport(game: CostToGame): string {
  const { version, prices, theft, trusted, unsuspicious } = game
  return [
    `Upper bound of a scammer's cost for a good score by the tables of version ${version}`,
    `  prices: account ${formatFlow(prices.createAccount)}, transfer ${formatFlow(prices.transfer)}, NFT ${formatFlow(prices.buyNft)}`,
    '',
    `TRUSTED (${TRUSTED_FROM}) before any theft:`,
    ...formatTable(trusted),
    '',
    `${SUSPECTED_BELOW} or more after ${theft.victims} victims lost ${theft.flowPerVictim} FLOW each:`,
    ...formatTable(unsuspicious),
    ...formatScoresAfterTheft(game),
    ...formatExternalFactScores(game),
    '',
  ].join('\n')
}

function formatTable(attacks: readonly CheapestAttack[]): string[] {
  const head = '  within       FLOW    capital   accounts  transfers  NFTs  score'
  return [head, ...attacks.map(formatRow)]
}

function formatRow({ days, cheapest, capital, bestScore }: CheapestAttack): string {
  const wait = `  ${`${days} days`.padEnd(10)}`
  if (cheapest === null) return `${wait} nothing found; the best score is ${bestScore.toFixed(1)}`
  const { accounts, transfers, strategy, score } = cheapest
  const costs = cheapest.flow.toFixed(3).padStart(8) + capital.toFixed(2).padStart(11)
  const counts = `${accounts}`.padStart(11) + `${transfers}`.padStart(11)
  const nfts = `${strategy.collections}`.padStart(6)
  return wait + costs + counts + nfts + score.toFixed(1).padStart(7)
}

function formatScoresAfterTheft({ scoresAfterTheft }: CostToGame): string[] {
  if (scoresAfterTheft.length === 0) return []
  return [
    '',
    'The cheapest TRUSTED wallet after a theft, each loot as large as a prepared receipt:',
    '  victims   unprepared   emptied at once   passed on over 30 days',
    ...scoresAfterTheft.map(
      ({ victims, unprepared, emptiedAtOnce, passedOnSlowly }) =>
        `  ${`${victims}`.padEnd(7)}` +
        unprepared.toFixed(1).padStart(13) +
        emptiedAtOnce.toFixed(1).padStart(18) +
        passedOnSlowly.toFixed(1).padStart(25),
    ),
  ]
}

function formatExternalFactScores({ externalFactScores }: CostToGame): string[] {
  if (externalFactScores === null) return []
  const { asPrepared, createdEarly, paidByListed, reported, frozen, listed } = externalFactScores
  return [
    '',
    'The same wallet after events outside its control:',
    `  as prepared                     ${asPrepared.toFixed(1)}`,
    `  created among the first tenth   ${createdEarly.toFixed(1)}`,
    `  paid by a listed account        ${paidByListed.toFixed(1)}`,
    `  reported by ten TRUSTED wallets ${reported.toFixed(1)}`,
    `  frozen by a vote                ${frozen.toFixed(1)}`,
    `  on the scam list itself         ${listed.toFixed(1)}`,
  ]
}

function formatFlow(amount: number): string {
  return `${Number(amount.toFixed(5))} FLOW`
}
